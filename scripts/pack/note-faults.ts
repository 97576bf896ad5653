import { isDate } from '../../src/calendar/dates.js';
import { PRODUCT_TAX_CLASSES } from '../../src/law/product-tax-classes.js';
import { didYouMean, nearest } from '../../src/text/nearest.js';
import { readSchema, type RootSchema, type Schema } from '../generate/schema-tree.js';

const KEYS = ['about', 'text', 'references'];
const REFERENCE_KEYS = ['url', 'title', 'note', 'checkedOn'];
const KINDS =
  'a part of law.json, such as cashRounding, rates, a class as rates.food, or a field, such as items[].taxCategory';

/**
 * What is wrong with the notes in a notes.json, one fault each.
 *
 * @param path the file, for messages
 * @param country the country's code, whose fields of `extensions` the notes may name
 */
export function noteFaults(content: unknown, path: string, country: string): string[] {
  if (!Array.isArray(content) || content.length === 0)
    return [`${path} must be a list of notes: {"about": …, "text": …}; without notes, remove the file`];
  return content.flatMap((note: unknown, i) =>
    faultsOfNote(Object(note) as Note, country).map((fault) => `${path}: notes/${i}${fault}`),
  );
}

type Note = Readonly<Record<string, unknown>>;

function faultsOfNote(note: Note, country: string): string[] {
  const { about, text, references } = note;
  return [
    ...unknownKeys(note, KEYS),
    ...(['about', 'text'] as const).filter((key) => typeof note[key] !== 'string').map((key) => ` must have ${key}`),
    ...(typeof about === 'string' ? subjectFaults(about, country.toLowerCase()) : []),
    ...(typeof text === 'string' && !text.endsWith('.') ? ['/text must be sentences, which end with a full stop'] : []),
    ...(references === undefined ? [] : listFaults(references)),
  ];
}

function unknownKeys(given: object, known: readonly string[]): string[] {
  return Object.keys(given)
    .filter((key) => !known.includes(key))
    .map(
      (key) => ` has the unknown key ${key}.${didYouMean(nearest(key, known)) || ` Valid keys: ${known.join(', ')}.`}`,
    );
}

function listFaults(references: unknown): string[] {
  if (!Array.isArray(references) || references.length === 0)
    return ['/references must be a list with at least one reference: {"url": …, "title": …}'];
  return references.flatMap((reference: unknown, i) =>
    referenceFaults(Object(reference) as Note).map((fault) => `/references/${i}${fault}`),
  );
}

function referenceFaults(reference: Note): string[] {
  const { url, title, note, checkedOn } = reference;
  const isText = (text: unknown): boolean => text === undefined || (typeof text === 'string' && text.length > 2);
  return [
    ...unknownKeys(reference, REFERENCE_KEYS),
    ...((url ?? title ?? note) === undefined ? [' must have url, title or note'] : []),
    ...(url === undefined || (typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url))
      ? []
      : ['/url must be an absolute http or https URL']),
    ...(isText(title) ? [] : ['/title must be text of at least 3 characters']),
    ...(isText(note) ? [] : ['/note must be text of at least 3 characters']),
    ...(checkedOn === undefined || isDate(checkedOn) ? [] : ['/checkedOn must be a day as YYYY-MM-DD']),
  ];
}

/** A note is about a part of the law, a class of goods, a field of documents, or fields of the country's extensions. */
function subjectFaults(about: string, namespace: string): string[] {
  const names = about.replaceAll('[]', '').split('.');
  const [first, name] = names;
  const fault = (meant: readonly string[]): string[] => [
    `/about is "${about}", which is not a part of the law or a field.${didYouMean(meant) || ` Valid: ${KINDS}.`}`,
  ];
  if (first === 'extensions')
    return name === undefined || name === namespace
      ? []
      : fault([['extensions', namespace, ...names.slice(2)].join('.')]);
  if (first === 'rates')
    return name === undefined || (PRODUCT_TAX_CLASSES as readonly string[]).includes(name)
      ? []
      : fault(nearest(name, PRODUCT_TAX_CLASSES).map((each) => `rates.${each}`));
  const strays = [readSchema('law'), readSchema('transaction')].map((root) => stray(names, root));
  if (strays.includes(undefined)) return [];
  // The schema that knows more of the path is the one that was meant.
  const depth = Math.max(...strays.map((one) => one!.depth));
  const known = strays.flatMap((one) => (one!.depth === depth ? one!.known : []));
  const meant = nearest(names[depth]!, depth === 0 ? [...known, 'rates'] : known);
  return fault(meant.map((one) => [...names.slice(0, depth), one].join('.')));
}

/** The first name of a path that a schema does not have, and the names that it has there. */
function stray(names: readonly string[], root: RootSchema) {
  let schema: Schema = root;
  for (const [depth, name] of names.entries()) {
    const known = Object.keys(schema.properties ?? {});
    if (!known.includes(name)) return { depth, known };
    schema = rowOf(schema.properties![name]!, root);
  }
  return undefined;
}

/** A property's schema, or that of its rows, with references resolved. */
function rowOf(schema: Schema, root: RootSchema): Schema {
  const name = /^#\/\$defs\/(\w+)$/.exec(schema.$ref ?? '')?.[1];
  if (name !== undefined) return rowOf(root.$defs![name]!, root);
  return schema.items === undefined ? schema : rowOf(schema.items, root);
}
