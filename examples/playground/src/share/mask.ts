import type { Path } from '../json/locate.js';
import { isObject } from '../json/change.js';

/** A masked copy of a document, and what was masked. */
export interface Masked {
  readonly document: unknown;
  /** Kinds of fields with a string that is masked, or was kept since it was chosen: `items[].name`. */
  readonly kinds: readonly string[];
}

/** Fields that say what kind of thing something is: types, rates, amounts, quantities and countries are never masked. */
const READABLE: ReadonlySet<string> = new Set([
  'type',
  'documentTier',
  'profileId',
  'schemaVersion',
  'currency',
  'channel',
  'locale',
  'items[].unit',
  'items[].taxCategory',
  'tax.scheme',
  'tax.summary[].category',
  'tax.jurisdictions[].level',
  'payment.method',
  'linkedTransaction.reason',
  'customer.country',
]);
/** What such a field may hold; a name or a sentence is masked there too. */
const CODE = /^[A-Za-z][\w.-]{0,23}$/;
const TIMESTAMP = /^(\d{4}-\d\d-\d\d)T[\d:.]+(Z|[+-]\d\d:\d\d)$/;
/** Deeper parts are left out: nothing that the rules read is there. */
const MOST_LEVELS = 100;

/**
 * Masks all strings but those that the rules need and those that were chosen. The form stays, so that the verdict does:
 * letters become x, digits 2. Of a time the day stays, since rates hold by the day. Metadata and numbers in extensions go, too.
 */
export function masked(document: unknown, chosen: ReadonlySet<string>): Masked {
  const kinds = new Set<string>();
  const visit = (value: unknown, kind: string, path: Path): unknown => {
    if (path.length > MOST_LEVELS) return null;
    if (kind === 'metadata' && value !== undefined) {
      kinds.add(kind);
      return chosen.has(kind) ? value : {};
    }
    if (Array.isArray(value)) return value.map((each, i) => visit(each, `${kind}[]`, [...path, i]));
    if (isObject(value)) {
      const members = Object.entries(value).map(([name, inner]) => {
        const shown = NAME.test(name) ? name : shape(name);
        return [shown, visit(inner, kind === '' ? shown : `${kind}.${shown}`, [...path, name])] as const;
      });
      return Object.fromEntries(members);
    }
    const isPersonal = typeof value === 'string' || (typeof value === 'number' && path[0] === 'extensions');
    if (!isPersonal || value === '') return value;
    if (typeof value === 'string' && READABLE.has(kind) && CODE.test(value)) return value;
    kinds.add(kind);
    if (chosen.has(kind)) return value;
    return typeof value === 'number' ? 2 : kind === 'timestamp' ? value.replace(TIMESTAMP, '$1T12:00:00$2').replace(NO_TIME, shape) : shape(value);
  };
  return { document: visit(document, '', []), kinds: [...kinds] };
}

const NAME = /^[A-Za-z_]\w{0,39}$/;
/** What is no time that was masked. */
const NO_TIME = /^(?!\d{4}-\d\d-\d\dT12:00:00(?:Z|[+-]\d\d:\d\d)$)[^]*$/;

function shape(text: string): string {
  return text
    .replace(/\p{Lu}/gu, 'X')
    .replace(/(?!X)\p{L}/gu, 'x')
    .replace(/\p{N}/gu, '2')
    .replace(/[^\p{ASCII}]/gu, '*');
}
