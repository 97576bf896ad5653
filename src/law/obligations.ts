import { hasDays, holdsOn, localDate } from '../calendar/dates.js';
import type { TransactionFields } from '../document/types.generated.js';
import type { Obligation, ReceiptLaw } from './types.js';

/** The duty names that a business in this country can set in `duties`. */
export function dutiesOf({ obligations = [], cashLimits = [] }: ReceiptLaw): string[] {
  return [
    ...new Set([
      ...obligations.flatMap(({ duty }) => duty ?? []),
      ...cashLimits.flatMap(({ level }) => (level === 'warning' ? CASH_LIMIT : [])),
    ]),
  ];
}

/** The duty name for the limit on cash payments. */
export const CASH_LIMIT = 'cashLimit';

/** Whether a business has a duty. */
export const hasDuty = (duties: Readonly<Record<string, boolean>> | undefined, name: string, assumed = true): boolean =>
  duties?.[name] ?? assumed;

/** Whether an obligation applies to a business's document. */
export function concerns(
  { from, until, tenders, channels, duty, assumed, unless, when }: Obligation,
  document: TransactionFields,
  duties: Readonly<Record<string, boolean>> | undefined,
): boolean {
  return (
    (!hasDays({ from, until }) || holdsOn({ from, until }, localDate(document.timestamp))) &&
    (tenders === undefined || tenders.includes(document.payment.method)) &&
    (channels === undefined || channels.includes(document.channel ?? null)) &&
    (duty === undefined || hasDuty(duties, duty, assumed)) &&
    (when === undefined || valueAt(document, when.present) !== undefined) &&
    (unless === undefined || !new RegExp(unless.pattern, 'u').test(String(valueAt(document, unless.field))))
  );
}

/** The missing fields of the most complete set; empty if a set is complete, or if the obligation has no sets. */
export function lacking({ anyOf }: Obligation, document: TransactionFields): readonly string[] {
  const missing = anyOf.map((set) => set.filter((path) => valueAt(document, path) === undefined));
  return missing.reduce((least, one) => (one.length < least.length ? one : least), missing[0] ?? []);
}

const steps = new Map<string, readonly string[]>();

/** Caches each split path, because this is called for every document. */
function stepsOf(path: string): readonly string[] {
  let known = steps.get(path);
  if (known === undefined) steps.set(path, (known = path.split('.')));
  return known;
}

/** The value at a path, which must not contain indices. */
export function valueAt(document: TransactionFields, path: string): unknown {
  let value: unknown = document;
  for (const key of stepsOf(path)) {
    if (value === undefined || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

/** An obligation, and whether the document meets it. */
export interface ObligationState extends Obligation {
  /**
   * `held`: the document meets it. `missing`: the document does not meet it. `outside`: the obligation does not apply
   * to the document's date, tender or channel, or to the business. `elsewhere`: the obligation concerns the seller's
   * details, which only the stored document contains. `unchecked`: the text of the law was not found, or a field that the
   * decision depends on is missing.
   */
  readonly state: 'held' | 'missing' | 'outside' | 'elsewhere' | 'unchecked';
}

/** A law's obligations, each with its state. */
export function statesOf(
  law: ReceiptLaw | undefined,
  document: unknown,
  duties: Readonly<Record<string, boolean>> | undefined,
): readonly ObligationState[] {
  return (law?.obligations ?? []).map((row) => ({
    ...row,
    state: stateOf(row, document as TransactionFields, duties),
  }));
}

function stateOf(
  row: Obligation,
  document: TransactionFields,
  duties: Readonly<Record<string, boolean>> | undefined,
): ObligationState['state'] {
  const { anyOf, evidence } = row;
  const paths = anyOf.flat();
  try {
    if (!concerns(row, document, duties)) return 'outside';
    if (paths.some((path) => path.startsWith('vendor.'))) return 'elsewhere';
    if (evidence === 'not found') return 'unchecked';
    return paths.length > 0 && lacking(row, document).length === 0 ? 'held' : 'missing';
  } catch {
    // A field that the decision depends on is missing, or the field's getter throws.
    return 'unchecked';
  }
}
