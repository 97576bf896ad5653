import { nearest } from '../text/nearest.js';
import { schemaNodes } from './schema-nodes.js';

/** A name without case and punctuation, so that `tax_rate` equals `taxRate`. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The fields of an object, keyed by plain name. */
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
