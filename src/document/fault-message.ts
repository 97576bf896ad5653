import { fieldPath } from '../issues/field-path.js';
import type { Issue } from '../issues/issue.js';
import { didYouMean, nearest } from '../text/nearest.js';
import { masked, shortened, show } from '../text/show.js';
import { faultInside, MAX_DEPTH } from './free-form.js';
import { nodeOf, type Place } from './places.js';
import type { StructureCode } from './scan.js';
import { schemaNodes } from './schema-nodes.js';
import type { Scheme } from './scheme.js';
import { SCHEMES } from './structure.generated.js';

/** The values from which the message for a structural fault is built. */
export interface Refused {
  readonly at: Place;
  readonly index: number;
  readonly code: StructureCode;
  readonly value: unknown;
  /** Replaces the suggestion EUR. */
  readonly currency: string;
}

/**
 * States what is valid and what was found. For an invalid timestamp or invisible characters, also says what is wrong.
 */
export const refusalOf = (refused: Refused): string => refusalText(refused).replace('EUR', refused.currency);

function refusalText({ at, index, code, value }: Refused): string {
  const before = index < 0 ? '' : at.arrayField + index;
  if (code === 'required') return `${before}${at.isRequired}.`;
  if (code === 'too_few_items') return 'items must have at least one line, found an empty array.';
  if (at.freeForm) return insideRefusal([at.field], value) ?? `${at.mustBe}, found ${show(value)}.`;
  const range = code === 'out_of_range' && at.mustBe.includes('integer') ? ' within ±(2^53 − 1)' : '';
  const shown = at.field === 'payment.last4' ? masked(value) : value;
  const message = `${before}${at.mustBe}${range}, found ${show(shown)}`;
  if (code !== 'invalid_format') return `${message}.`;
  if (at.field === 'timestamp') return `${message}: ${timestampFault(value as string)}.`;
  return `${message}${at.mustBe.includes('non-empty') ? ', which has NUL or a lone surrogate' : ''}.`;
}

/** Lists the valid schemes, those of schema 2.1 first, and suggests one. */
export function schemeRefusal({ own, value }: { readonly own: readonly Scheme[]; readonly value: string }): string {
  const known = [...SCHEMES, ...own];
  const message = `tax.scheme must be one of ${known.map((scheme) => `"${scheme}"`).join(', ')}, found ${show(value)}`;
  return `${message}.${value.length <= MAX_NAME_LENGTH ? didYouMean(nearest(value, known)) : ''}`;
}

/** Says what is wrong with a namespace, such as `se` in `extensions`. */
export function namespaceRefusal(path: readonly string[], value: unknown): string {
  const namespace = path.at(-1)!;
  // Checks an object that contains only the namespace, because the value itself may be invalid.
  return insideRefusal(path.slice(0, -1), { [namespace]: value }) ?? `${shortened(fieldPath(path))} cannot be JSON.`;
}

function insideRefusal(path: readonly string[], value: unknown): string | undefined {
  const inside = faultInside(value);
  if (inside === undefined) return undefined;
  const { steps, found } = inside;
  const where = shortened(fieldPath([...path, ...steps.reverse()]));
  if (typeof found === 'object') {
    const top = shortened(fieldPath([...path, ...steps.slice(0, 1)]));
    return `${top} contains itself, or makes ${path[0]} over ${MAX_DEPTH} levels deep.`;
  }
  if (typeof found === 'number') return `${where} must be a finite number, found ${found}.`;
  return `${where} ${found === undefined ? 'is a hole' : `is ${show(found)}`}, which JSON cannot express.`;
}

/** The fields that the service sets in stored documents. */
const SERVER_GENERATED: Readonly<Record<string, readonly string[]>> = {
  '': ['id', 'createdAt'],
  vendor: ['name', 'legalName', 'orgNumber', 'vatNumber', 'country', 'address'],
  source: ['syncedAt'],
};

/** @param parent the place of the object that contains the field, such as `source`; empty for the document */
export const isSetByService = (parent: string, key: string): boolean =>
  Object.hasOwn(SERVER_GENERATED, parent) && SERVER_GENERATED[parent]!.includes(key);

/** Longer keys get no suggestions. */
const MAX_NAME_LENGTH = 40;

/**
 * Says what is wrong with a field that clients may not send, and what to do.
 *
 * @param guess whether to suggest known fields
 */
export function unknownMessage(field: string, node: number, key: string, guess = false): string {
  return `${shortened(field)} ${unknownRemedy(node, key, guess)}`;
}

function unknownRemedy(node: number, key: string, guess: boolean): string {
  const { pattern: parent } = schemaNodes()[node]!;
  if (isSetByService(parent, key)) {
    return 'is set by the service. Remove it.';
  }
  if (parent === '' && key === 'fiscal') {
    return 'belongs to schema 2.0. Send extensions.se with controlUnitId, controlCode and sequenceNumber.';
  }
  const short = key.length <= MAX_NAME_LENGTH;
  const similar = short ? similarField(node, key) : undefined;
  if (similar !== undefined) return `is not a field of schema 2.1: the field is spelled ${similar}.`;
  const meant = guess && short ? didYouMean(nearFields(node, key)) : '';
  return `is not a field of schema 2.1.${meant === '' ? ' Remove it or move it to metadata.' : meant}`;
}

export function repeatedMessage(field: string): string {
  return `${shortened(field)} is repeated in its object. Send it once.`;
}

/**
 * The maximum number of issues with suggestions. In a document that follows a different schema, unknown fields are not
 * typos. Computing a suggestion takes as long as building the rest of the issue.
 */
const MAX_GUESSES = 3;

/** Suggests known fields for the first unknown fields. */
export function withGuesses(issues: Issue[]): Issue[] {
  const unknown = issues.filter(({ code }) => code === 'unknown_field');
  for (const issue of unknown.slice(0, MAX_GUESSES)) {
    const parent = fieldPath(issue.path.slice(0, -1)).replace(/\[\d+\]/, '[]');
    (issue as { message: string }).message = unknownMessage(
      issue.field,
      nodeOf(parent)!,
      String(issue.path.at(-1)),
      true,
    );
  }
  return issues;
}

/** A name in lower case and without punctuation, so that `tax_rate` matches `taxRate`. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The fields of an object, keyed by their names in lower case without punctuation. */
type Spellings = ReadonlyMap<string, string>;

const spellings: Spellings[] = [];

/** The known field that differs from a key only in case and punctuation. */
export function similarField(node: number, key: string): string | undefined {
  return spellingsAt(node).get(plain(key));
}

/** The known fields that a misspelt key may mean, nearest first. */
export function nearFields(node: number, key: string): readonly string[] {
  const names = spellingsAt(node);
  const name = plain(key);
  const ofTax = names.get(name.replace('vat', 'tax'));
  return ofTax !== undefined ? [ofTax] : nearest(name, [...names.keys()]).map((near) => names.get(near)!);
}

function spellingsAt(node: number): Spellings {
  return (spellings[node] ??= new Map(childNames(node).map((name) => [plain(name), name])));
}

function childNames(node: number): string[] {
  const { pattern } = schemaNodes()[node]!;
  const prefix = pattern === '' ? '' : `${pattern}.`;
  return schemaNodes()
    .slice(node + 1)
    .filter((inside) => inside.pattern.startsWith(prefix))
    .map((inside) => inside.pattern.slice(prefix.length))
    .filter((name) => name !== '' && !name.includes('.') && !name.includes('['));
}

/**
 * The parts of a timestamp in order, each with the message for a part that is not well formed. Uses `\d\d*` because
 * `\d+` can exhaust the engine's stack on millions of digits; the schemas use `[0-9][0-9]*` for the same reason.
 */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d{2}-\d{2}/y, 'begin with the date, as YYYY-MM-DD'],
  [/T/y, 'separate date and time with T'],
  [
    // eslint-disable-next-line regexp/optimal-quantifier-concatenation
    /(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d\d*)?|(?!:))/y,
    'send the time as hh:mm or hh:mm:ss, from 00:00 to 23:59:59',
  ],
  [/(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/y, 'end with the UTC offset, such as +01:00 or Z'],
];

/** Why a string is not a timestamp. If all its parts are well formed, the date does not exist. */
export function timestampFault(text: string): string {
  let at = 0;
  for (const [part, fault] of PARTS) {
    part.lastIndex = at;
    if (!part.test(text)) return fault;
    at = part.lastIndex;
  }
  return 'the day does not exist';
}
