import { assertExpectation } from '../../complete/arguments.js';
import type {
  CorrectedSale,
  CreditNoteInput,
  ExchangeInput,
  Expectation,
  RefundInput,
  ReturnInput,
  SaleDraft,
  VoidInput,
} from '../../complete/types.js';
import { failed, failedWith, type Invalid } from '../../engine/validate.js';
import type { Issue } from '../../issues/issue.js';
import { currencyDecimals } from '../../money/decimal.js';
import { factsOf } from './parts.js';
import { Reader, type Findings } from './reader.js';
import { sellerOf, type CorrectionOptions, type Seller, type SellerOptions } from './seller.js';

/** A sale as a draft for `complete`, and the figures that the platform charged, for the `expect` option. */
export interface MappedSale {
  readonly valid: true;
  readonly draft: SaleDraft;
  /** The total, the tax and every line. */
  readonly expect: Expectation;
  readonly issues: readonly [];
  readonly warnings: readonly Issue[];
  readonly error?: undefined;
}

/** The input for the function that creates the correction, and the figures that the platform refunded. */
export type MappedCorrection = CorrectionSource & {
  readonly valid: true;
  readonly issues: readonly [];
  readonly warnings: readonly Issue[];
  readonly error?: undefined;
};

/** `input` is for `createRefund`, `createCreditNote`, `createVoid` or `createExchange`, depending on `kind`. */
export type CorrectionSource = {
  /** The total, the tax and the lines, signed as in the correction. */
  readonly expect: Expectation;
} & (
  | { readonly kind: 'refund'; readonly input: RefundInput }
  | { readonly kind: 'credit_note'; readonly input: CreditNoteInput }
  | { readonly kind: 'void'; readonly input: VoidInput }
  | { readonly kind: 'exchange'; readonly input: ExchangeInput }
);

/** The draft, or the issues in the payload. Each `field` is a path in the payload, after the prefix `payload`. */
export type DraftResult = MappedSale | Invalid;

/** The input for the correction, or the issues in the payload. Each `field` is a path, after the prefix `payload`. */
export type CorrectionResult = MappedCorrection | Invalid;

/** The data that an adapter reads from a sale. */
export type SaleSource = Pick<MappedSale, 'draft' | 'expect'>;

/** The data that an adapter reads from a return whose sale is unknown. */
export interface ReturnSource {
  readonly input: ReturnInput;
  readonly expect: Expectation;
}

export type ReadSale = (payload: Reader, seller: Seller) => SaleSource;

/** Reads a correction. @param of the input fields that identify the sale, not yet checked */
export type ReadCorrection = (payload: Reader, seller: Seller, of: CorrectedSale) => CorrectionSource;

/** The functions of an adapter that `completeFrom` needs. */
export interface Adapter {
  readonly readSale: ReadSale;
  readonly readCorrection: ReadCorrection;
  /** The order, if the payload contains a correction together with its order; otherwise undefined. */
  readonly orderOf?: (payload: Reader) => Reader | undefined;
  /** Reads a return whose sale is unknown; undefined if the payload is a sale. */
  readonly readReturn?: (payload: Reader, seller: Seller) => ReturnSource | undefined;
}

/** Maps a sale. @throws UsageError for invalid options, never for the payload */
export function mapSale(read: ReadSale, payload: unknown, options: SellerOptions): DraftResult {
  const seller = sellerOf(options, false);
  return mapPayload(payload, seller, (root) => read(root, seller));
}

/** Maps a correction. @throws UsageError for invalid options, never for the payload */
export function mapCorrection(read: ReadCorrection, payload: unknown, options: CorrectionOptions): CorrectionResult {
  const seller = sellerOf(options, true);
  const { sale, priorCorrections, originalTransactionId } = options;
  const of = { sale, priorCorrections, originalTransactionId } as CorrectedSale;
  return mapPayload(payload, seller, (root) => {
    root.findings.decimals = currencyDecimals(String(factsOf(of).currency));
    return read(root, seller, of);
  });
}

/** The result for a payload without errors. */
type Mapped<T> = T & { readonly valid: true; readonly issues: readonly []; readonly warnings: readonly Issue[] };

/**
 * Runs `read` on a payload and collects its issues. @param read a function whose `expect` can contain sums that are too
 * large; these become an issue
 */
export function mapPayload<T extends { readonly expect: Expectation }>(
  payload: unknown,
  { shop }: Seller,
  read: (root: Reader) => T,
): Mapped<T> | Invalid {
  const findings: Findings = { issues: [], warnings: [], decimals: 2 };
  const root = new Reader(payload, ['payload'], findings);
  const { issues, warnings } = findings;
  try {
    if (root.isAbsent) root.misread('an object of parsed JSON');
    const found = read(root);
    if (issues.length === 0) {
      assertExpectation(found.expect);
      return { valid: true, ...found, issues: [], warnings };
    }
  } catch {
    root.misread('parsed JSON, with figures within ±(2^53 − 1)');
  }
  // If the payload itself cannot be read, issues with its fields are noise.
  const whole = issues.filter(({ path }) => path.length === 1);
  const all = whole.length > 0 ? whole : issues;
  return failed(payload, 'validation_failed', failedWith(all.length), all, warnings, shop.options.maxIssues);
}
