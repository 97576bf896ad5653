import type { Registry, Transaction } from 'receipt-rule-packs';
import type { ExampleReceipt } from './verdicts.mjs';

/** An invalid document that the demo repairs. */
export interface Sample {
  readonly document: Transaction;
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string;
  /** BCP 47 tag of the locale for formatting the document's amounts. */
  readonly locale: string;
  /** The file's path, relative to the root of the repository. */
  readonly path: string;
}

export interface SummaryOptions {
  readonly print: (line: string) => void;
  readonly colour: boolean;
  /** Whether to print only ASCII characters. */
  readonly ascii: boolean;
}

export function printSummary(
  registry: Registry,
  receipts: readonly ExampleReceipt[],
  samples: readonly Sample[],
  options: SummaryOptions,
): Promise<0 | 1>;
