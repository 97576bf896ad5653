import type { Path } from '../json/locate.js';
import { isObject, valueAt } from '../json/change.js';
import { isClass } from '../judge.js';

/** A masked copy of a document. */
export interface Masked {
  readonly document: unknown;
  /**
   * The paths of fields that were masked, or kept because the user chose them. The paths are without array indexes, as
   * in `items[].name`.
   */
  readonly kinds: readonly string[];
}

/** Fields that contain a code, such as a type or a scheme. */
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
/** The names of fields that contain rates, amounts and quantities, at any depth. */
const FIGURES: ReadonlySet<unknown> = new Set(
  'quantity unitPrice amount taxRate taxAmount rate taxableAmount subtotal discount tax rounding total percent'.split(
    ' ',
  ),
);
/** Matches values that look like a code. Other text in the fields above, such as a name, is masked. */
const CODE = /^[A-Za-z][\w.-]{0,23}$/;
/** Matches numbers that were sent as text, such as `89,95` or `1 200`. */
const FIGURE = /^-?\d[\d.,' \u00a0\u202f]{0,20}$/;
const FLAG = /^(?:true|false|yes|no)$/i;
const FLAGS: ReadonlySet<string> = new Set(['settled', 'tax.pricesIncludeTax']);
/** Removes values nested deeper than this, because rules do not read them. */
const MAX_LEVELS = 100;

/**
 * Masks all strings except those that the rules need or that the user chose. Keeps the format of masked strings, so
 * that the verdict stays the same: letters become x (in hexadecimal codes, a), and digits become 2. Keeps the date of a
 * timestamp, because rates depend on it. Removes the contents of metadata. Numbers that are not amounts, rates or
 * quantities keep their sign and length.
 */
export function masked(document: unknown, chosen: ReadonlySet<string>): Masked {
  const kinds = new Set<string>();
  const visit = (value: unknown, kind: string, path: Path): unknown => {
    if (path.length > MAX_LEVELS) return null;
    if (kind === 'metadata' && value !== undefined) {
      kinds.add(kind);
      return chosen.has(kind) ? value : isObject(value) ? {} : Array.isArray(value) ? [] : value;
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
    if (value === '' || isReadable(value, kind, path) || isState(document, kind, path)) return value;
    kinds.add(kind);
    if (chosen.has(kind)) return value;
    if (typeof value === 'number') return Number(String(value).replace(/\d/g, '2'));
    if (kind === 'timestamp') return timed(value);
    return path[0] === 'extensions' ? codeShape(value) : shape(value);
  };
  return { document: visit(document, '', []), kinds: [...kinds] };
}

const NAME = /^[A-Za-z_]\w{0,39}$/;

function isReadable(value: string | number, kind: string, path: Path): boolean {
  if (kind === 'items[].category') return isClass(value);
  const isFigure = path[0] !== 'extensions' && FIGURES.has(path.at(-1));
  if (typeof value === 'number') return isFigure;
  return (
    (READABLE.has(kind) && CODE.test(value)) ||
    (isFigure && FIGURE.test(value)) ||
    (FLAGS.has(kind) && FLAG.test(value))
  );
}

/** Whether a value is a state's name, which is kept because cash rounding depends on it. Counties are masked. */
const isState = (document: unknown, kind: string, path: Path): boolean =>
  kind === 'tax.jurisdictions[].name' && valueAt(document, [...path.slice(0, -1), 'level']) === 'state';

/** Masks a timestamp: keeps the date, the offset and the format, and changes the time to noon. */
function timed(timestamp: string): string {
  const [whole, day, between, time] = /^(\d{4}-\d\d-\d\d)([T ]?)([\d:.]*)/.exec(timestamp) ?? [];
  if (whole === undefined) return shape(timestamp);
  let digits = 0;
  const noon = time!.replace(/\d/g, () => (digits++ === 0 ? '1' : digits === 2 ? '2' : '0'));
  const rest = timestamp.slice(whole.length);
  return day! + between! + noon + (/^(?:Z|[+-]\d\d:?\d\d)?$/.test(rest) ? rest : shape(rest));
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/**
 * Masks a code from a fiscal device. Keeps the dates and amounts in it, because they repeat values from the document.
 */
function codeShape(text: string): string {
  if (UUID.test(text)) return '22222222-2222-4222-8222-222222222222';
  if (/^[\da-f-]{16,}$/i.test(text)) return text.replace(/[a-f]/g, 'a').replace(/[A-F]/g, 'A').replace(/\d/g, '2');
  return text
    .split(/(\d{4}-\d\d-\d\dT[\d:.]+|\b\d+[.,]\d\d\b)/)
    .map((part, i) => (i % 2 === 0 ? shape(part) : part.includes('T') ? timed(part) : part))
    .join('');
}

function shape(text: string): string {
  return text
    .replace(/\p{Lu}/gu, 'X')
    .replace(/(?!X)\p{L}/gu, 'x')
    .replace(/\p{N}/gu, '2')
    .replace(/\P{ASCII}/gu, '*');
}

/** The groups of fields that the user can choose to reveal. */
export type Group = 'shop' | 'goods' | 'numbers' | 'device';

/** Returns the group of a field: `customer.name`, for example, belongs to the group `shop`. */
export function groupOf(kind: string): Group {
  if (kind.startsWith('extensions')) return 'device';
  if (/(?:[iI]ds?|[nN]umbers?|^timestamp)(?:\[\])?$/.test(kind) || kind.startsWith('source')) return 'numbers';
  return kind.startsWith('items') ? 'goods' : 'shop';
}

/**
 * Finds the fields that must be kept for the problems to stay the same. Considers only numbers and data from fiscal
 * devices, never names.
 *
 * @param problems returns the field and code of each issue of a document, such as `items[0].name required`
 */
export function neededKinds(document: unknown, problems: (document: unknown) => readonly string[]): Set<string> {
  const needed = new Set<string>();
  const expected = problems(document);
  for (;;) {
    const { document: copy, kinds } = masked(document, needed);
    const found = problems(copy);
    const different = [
      ...expected.filter((one) => !found.includes(one)),
      ...found.filter((one) => !expected.includes(one)),
    ];
    const fields = new Set(different.map((one) => one.split(' ', 1)[0]!.replaceAll(/\[\d+\]/g, '[]')));
    const more = kinds.filter(
      (kind) => fields.has(kind) && !needed.has(kind) && ['numbers', 'device'].includes(groupOf(kind)),
    );
    if (more.length === 0) return needed;
    for (const kind of more) needed.add(kind);
  }
}
