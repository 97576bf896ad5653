import type { Issue, Registry } from 'receipt-rule-packs';
import type { ExampleReceipt } from './verdicts.mjs';

export interface ReportOptions {
  readonly print: (line: string) => void;
  /** The maximum width of the output, in columns. */
  readonly width: number;
  readonly colour: boolean;
  /** Selects the receipts to print individually; all by default. */
  readonly shows?: (receipt: ExampleReceipt) => boolean;
  /** Draws a receipt with its issues. If the function returns undefined, the issues are printed as a list. */
  readonly draw?: (receipt: ExampleReceipt, issues: readonly Issue[]) => string | undefined;
}

export function report(registry: Registry, receipts: readonly ExampleReceipt[], options: ReportOptions): 0 | 1;
