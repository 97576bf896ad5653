import type { Issue, Registry } from 'receipt-rule-packs';
import type { ExampleReceipt } from './verdicts.mjs';

export interface ReportOptions {
  readonly print: (line: string) => void;
  /** Columns to stay within. */
  readonly width: number;
  readonly colour: boolean;
  /** Which receipts are printed one by one; all where absent. */
  readonly shows?: (receipt: ExampleReceipt) => boolean;
  /** The drawing of a receipt with its issues; where it gives none, the issues are printed one by one. */
  readonly draw?: (receipt: ExampleReceipt, issues: readonly Issue[]) => string | undefined;
}

export function report(registry: Registry, receipts: readonly ExampleReceipt[], options: ReportOptions): 0 | 1;
