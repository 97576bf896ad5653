import { hasDays, holdsOn, localDate } from '../calendar/dates.js';
import type { TransactionFields } from '../document/types.generated.js';
import type { Obligation, ReceiptLaw } from './types.js';

/** The names by which a business of the country says what holds for it. */
export function dutiesOf({ obligations = [] }: ReceiptLaw): string[] {
  return [...new Set(obligations.flatMap(({ duty }) => duty ?? []))];
}

/** Whether a business has a duty. */
export const hasDuty = (duties: Readonly<Record<string, boolean>> | undefined, name: string, assumed = true): boolean =>
  duties?.[name] ?? assumed;

/** Whether an obligation holds for a document of a business. */
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

/** The fields that the set lacks that lacks least; none where a set is whole, or where there is no set. */
export function lacking({ anyOf }: Obligation, document: TransactionFields): readonly string[] {
  let least: readonly string[] = [];
  for (const set of anyOf) {
    const missing = set.filter((path) => valueAt(document, path) === undefined);
    if (missing.length === 0) return missing;
    if (least.length === 0 || missing.length < least.length) least = missing;
  }
  return least;
}

/** The value at a path without indices. */
export function valueAt(document: TransactionFields, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (Object(value) as Readonly<Record<string, unknown>>)[key], document);
}
