import { fieldPath } from '../field-path.js';
import { SCHEMA_NODES } from './structure.generated.js';

/** A place of the schema: what issues about it say and where they sort. */
export interface Place {
  readonly node: number;
  /** Node of the enclosing array, -1 outside arrays. */
  readonly array: number;
  /** Last node inside this one. */
  readonly last: number;
  /** Messages up to the value found; inside arrays they follow the index. */
  readonly isRequired: string;
  readonly mustBe: string;
  /** Outside arrays the whole field, inside them what follows the index: `].amount`. */
  readonly field: string;
  /** Outside arrays the whole path, inside them what follows the index. */
  readonly path: readonly string[];
  /** Inside arrays what precedes the index: `items[`. */
  readonly arrayField: string;
  /** Inside arrays the whole path, with 0 for the index. */
  readonly elementPath: readonly (string | number)[];
  /** Where in elementPath the index stands. */
  readonly indexAt: number;
  /** Whether the field takes arbitrary keys: metadata and extensions. */
  readonly freeForm: boolean;
  /** This node and all inside it. */
  readonly inside: NodeSet;
  /** Inside arrays the same as bits of the element: bit n for the n-th node within it. */
  readonly elementBits: number;
}

/** A set of nodes as bits in three words, so that what a fault silences is three operations. */
export interface NodeSet {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

const WORD = 31;

/** The nodes from `first` to `last`. */
export function nodeRange(first: number, last: number): NodeSet {
  const words = [0, 0, 0];
  for (let node = first; node <= last; node++) words[Math.floor(node / WORD)]! |= 1 << (node % WORD);
  return { low: words[0]!, middle: words[1]!, high: words[2]! };
}

export function union(a: NodeSet, b: NodeSet): NodeSet {
  return { low: a.low | b.low, middle: a.middle | b.middle, high: a.high | b.high };
}

// Filled as places are asked for, so that an import does no work; what is in them never changes.
const places: Place[] = [];
const byPattern = new Map<string, Place>();
let nodes: Map<string, number> | undefined;

/** The place with a number of SCHEMA_NODES. */
export function place(node: number): Place {
  return (places[node] ??= readPlace(node));
}

/** Node of a field pattern such as `items[].amount`; undefined where schema 2.1 has no such field. */
export function nodeOf(pattern: string): number | undefined {
  nodes ??= new Map(SCHEMA_NODES.map(([name], node) => [name, node]));
  return nodes.get(pattern);
}

/**
 * The place of a field pattern. What lies inside `metadata` or `extensions` has the node of the field it lies in.
 *
 * @throws TypeError where schema 2.1 has no such field
 */
export function placeOf(pattern: string): Place {
  let at = byPattern.get(pattern);
  if (at === undefined) {
    at = findPlace(pattern);
    if (at === undefined) throw new TypeError(`${pattern} is not a field of schema 2.1`);
    byPattern.set(pattern, at);
  }
  return at;
}

/** Whether schema 2.1 has the field of a pattern, or lets it be: inside `metadata` or `extensions`. */
export function isField(pattern: string): boolean {
  return findPlace(pattern) !== undefined;
}

function findPlace(pattern: string): Place | undefined {
  const node = nodeOf(pattern);
  if (node !== undefined) return place(node);
  const path = pattern.split('.');
  const root = nodeOf(path[0]!);
  if (root === undefined || !place(root).freeForm) return undefined;
  return { ...place(root), field: fieldPath(path), path: Object.freeze(path) };
}

/** What is right at a place, where words say it better than the schema. */
const IN_WORDS: Readonly<Record<string, string>> = {
  timestamp: 'a date and time with its offset from UTC, such as "2026-11-21T10:00:00+01:00"',
  currency: 'a string of three capital letters, such as "SEK"',
  // The schema reserves two tiers more, which no rule pack accepts.
  documentTier: "'receipt' where it is sent",
  locale: 'a language tag such as "sv-SE"',
  'payment.last4': 'a string of exactly 4 digits, such as "4242"',
};

/** Every integer of the schema is an amount of money. */
const INTEGER = 'integer';
const MINOR_UNITS = 'integer in minor units (149.50 is 14950)';

function readPlace(node: number): Place {
  const [pattern, array, last, schema] = SCHEMA_NODES[node]!;
  const wanted = IN_WORDS[pattern] ?? schema.replace(INTEGER, MINOR_UNITS);
  const [before = '', after] = pattern.split('[]');
  const field = after === undefined ? before : `]${after}`;
  const inside = after === undefined ? before : after.replace(/^\./, '');
  const path = inside === '' ? [] : inside.split('.');
  return {
    node,
    array,
    last,
    isRequired: `${field} is required: ${wanted}`,
    mustBe: `${field} must be ${wanted}, but found `,
    field,
    path: Object.freeze(path),
    arrayField: after === undefined ? '' : `${before}[`,
    elementPath: after === undefined ? [] : [...before.split('.'), 0, ...path],
    indexAt: before.split('.').length,
    freeForm: wanted === 'an object' && last === node,
    inside: nodeRange(node, last),
    elementBits: array < 0 ? 0 : elementBits(array, node, last),
  };
}

function elementBits(array: number, first: number, last: number): number {
  let bits = 0;
  for (let node = first; node <= last; node++) bits |= 1 << (node - array - 1);
  return bits;
}

/** The field at a place, as text. */
export function fieldAt(at: Place, index: number): string {
  return index < 0 ? at.field : at.arrayField + index + at.field;
}

/** The field at a place, step by step. */
export function pathAt(at: Place, index: number): readonly (string | number)[] {
  if (index < 0) return at.path;
  const path = at.elementPath.slice();
  path[at.indexAt] = index;
  return path;
}

/** Room for 255 fields within an element, and for 2^31 elements. */
const ELEMENT = 2 ** 8;
const NODE = 2 ** 40;

/** Number by which issues sort: the schema's field order, then the index. */
export function sortKey(at: Place, index: number): number {
  return index < 0 ? at.node * NODE : at.array * NODE + (index + 1) * ELEMENT + (at.node - at.array);
}

/** Fields that the schema does not know sort behind all that it knows in the same object. */
export function sortKeyBehind(parent: Place, index: number): number {
  return index < 0
    ? parent.last * NODE + NODE / 2
    : parent.array * NODE + (index + 1) * ELEMENT + (parent.last - parent.array) + 0.5;
}

/** A name without case and punctuation, in which `tax_rate` is `taxRate`. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

interface Spellings {
  readonly names: ReadonlyMap<string, string>;
  readonly plain: readonly string[];
}

const spellings: Spellings[] = [];

/** The field of the object at a node that a key spells but for case and punctuation. */
export function similarField(node: number, key: string): string | undefined {
  return spellingsAt(node).names.get(plain(key));
}

/** The field of the object at a node that a key was perhaps meant for. */
export function nearField(node: number, key: string): string | undefined {
  const { names, plain: known } = spellingsAt(node);
  const name = plain(key);
  return names.get(name.replace('vat', 'tax')) ?? names.get(nearest(name, known) ?? '');
}

function spellingsAt(node: number): Spellings {
  return (spellings[node] ??= spellingsOf(childNames(node)));
}

/** Names that differ in one spot alone begin or end alike: most are passed over by that. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const first = name.charCodeAt(0);
  const last = name.charCodeAt(name.length - 1);
  for (const other of known) {
    if (other.charCodeAt(0) !== first && other.charCodeAt(other.length - 1) !== last) continue;
    if (isNear(name, other)) return other;
  }
  return undefined;
}

function spellingsOf(fields: readonly string[]): Spellings {
  const names = new Map(fields.map((name) => [plain(name), name]));
  return { names, plain: [...names.keys()] };
}

/** Whether a name differs from a known one in one spot alone: a letter or two, or two letters swapped. */
function isNear(name: string, known: string): boolean {
  let end = name.length;
  let knownEnd = known.length;
  if (Math.abs(end - knownEnd) > 2) return false;
  let from = 0;
  while (from < end && name.charCodeAt(from) === known.charCodeAt(from)) from++;
  while (end > from && knownEnd > from && name.charCodeAt(end - 1) === known.charCodeAt(knownEnd - 1)) {
    end--;
    knownEnd--;
  }
  const differing = Math.max(end, knownEnd) - from;
  if (differing <= (known.length > 5 ? 2 : 1)) return true;
  return differing === 2 && name[from] === known[from + 1] && name[from + 1] === known[from];
}

function childNames(node: number): string[] {
  const [pattern] = SCHEMA_NODES[node]!;
  const prefix = pattern === '' ? '' : `${pattern}.`;
  return SCHEMA_NODES.slice(node + 1)
    .map(([name]) => name)
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter((name) => name !== '' && !name.includes('.') && !name.includes('['));
}

/** A field of the object at a node that the schema does not know. */
export function unknownAt(
  parent: Place,
  index: number,
  key: string,
): { field: string; path: readonly (string | number)[] } {
  const path = [...pathAt(parent, index), key];
  return { field: fieldPath(path), path };
}
