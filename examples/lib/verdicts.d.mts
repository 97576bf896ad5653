import type { Registry, ValidateOptions, ValidationResult } from 'receipt-rule-packs';

/** What a receipt is recorded to come out as, in the order of the library's issues. */
export type Verdict =
  | { readonly valid: true; readonly warnings: readonly FieldAndCode[] }
  | {
      readonly valid: false;
      readonly error: string;
      readonly issues: readonly FieldAndCode[];
      readonly warnings: readonly FieldAndCode[];
    };

export interface FieldAndCode {
  readonly field: string;
  readonly code: string;
}

/** A receipt of examples/receipts with its notes; the README there explains the fields. */
export interface ExampleReceipt {
  /** Name of the file without its ending. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly source: string;
  readonly derived: boolean;
  readonly derivedFrom?: string;
  readonly corrects?: string;
  readonly corrections?: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
  readonly stated?: readonly string[];
  readonly invented: readonly string[];
  readonly business: { readonly country: string; readonly multiLocation?: boolean };
  readonly options?: Pick<ValidateOptions, 'rateWindows'> & {
    readonly productTaxClass?: Readonly<Record<string, string>>;
  };
  readonly transaction: unknown;
  readonly expected: Verdict;
}

export function readReceipts(folder: string): ExampleReceipt[];
export function validateReceipt(registry: Registry, receipt: ExampleReceipt): ValidationResult;
export function verdictOf(result: ValidationResult): Verdict;
export function differences(recorded: Verdict, found: Verdict): string[];
