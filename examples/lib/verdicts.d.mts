import type { Registry, ValidateOptions, ValidationResult } from 'receipt-rule-packs';

/** The recorded verdict on a receipt, with the issues in the order in which the library returns them. */
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

/** A receipt from examples/receipts with its notes. The README in that folder explains the fields. */
export interface ExampleReceipt {
  /** The file name without its extension. */
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
