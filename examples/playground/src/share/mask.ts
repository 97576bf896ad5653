import type { Path } from '../json/locate.js';
import { isObject } from '../json/change.js';
import { isClass } from '../judge.js';

/** A masked copy of a document, and what was masked. */
export interface Masked {
  readonly document: unknown;
  /** The fields with a string that is masked, or kept by choice: `items[].name`. */
  readonly kinds: readonly string[];
}

/** Fields that hold a code, such as a type or a scheme. */
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
/** Names of rates, amounts and quantities, at any depth. */
const FIGURES: ReadonlySet<unknown> = new Set(
  'quantity unitPrice amount taxRate taxAmount rate taxableAmount subtotal discount tax rounding total percent'.split(
    ' ',
  ),
);
/** The values that count as codes. Names and sentences are masked even there. */
const CODE = /^[A-Za-z][\w.-]{0,23}$/;
const TIMESTAMP = /^(\d{4}-\d\d-\d\d)T[\d:.]+(Z|[+-]\d\d:\d\d)$/;
/** Drops deeper parts, because rules read nothing there. */
const MAX_LEVELS = 100;

/**
 * Masks all strings except those that the rules need and those that the user chose. Keeps their form, and so the verdict:
 * letters become x, digits 2. Keeps the day of a timestamp, because rates depend on it. Removes metadata, and numbers
 * that are not figures.
 */
export function masked(document: unknown, chosen: ReadonlySet<string>): Masked {
  const kinds = new Set<string>();
  const visit = (value: unknown, kind: string, path: Path): unknown => {
    if (path.length > MAX_LEVELS) return null;
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
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    if (value === '' || isReadable(value, kind, path)) return value;
    kinds.add(kind);
    if (chosen.has(kind)) return value;
    if (typeof value === 'number') return 2;
    return kind === 'timestamp' ? dayOf(value) : shape(value);
  };
  return { document: visit(document, '', []), kinds: [...kinds] };
}

const NAME = /^[A-Za-z_]\w{0,39}$/;

function isReadable(value: string | number, kind: string, path: Path): boolean {
  if (kind === 'items[].category') return isClass(value);
  if (typeof value === 'string') return READABLE.has(kind) && CODE.test(value);
  return path[0] !== 'extensions' && FIGURES.has(path.at(-1));
}

function dayOf(timestamp: string): string {
  const [, day, offset] = TIMESTAMP.exec(timestamp) ?? [];
  return day === undefined ? shape(timestamp) : `${day}T12:00:00${offset}`;
}

function shape(text: string): string {
  return text
    .replace(/\p{Lu}/gu, 'X')
    .replace(/(?!X)\p{L}/gu, 'x')
    .replace(/\p{N}/gu, '2')
    .replace(/\P{ASCII}/gu, '*');
}
