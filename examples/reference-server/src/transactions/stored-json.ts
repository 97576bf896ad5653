import { randomUUID } from 'node:crypto';
import { parseTree, type Node } from 'jsonc-parser';
import type { StoredTransaction } from 'receipt-rule-packs';

/** What is stored as it was written, key order included. Source: decisions.md, Timestamps and order. */
const FREE_FORM = ['metadata', 'extensions'] as const;

/**
 * A stored document as JSON. Objects of JavaScript put keys that are array indices first, and JSON.stringify makes -0 to 0: metadata
 * and extensions that hold such are taken from the text that came in.
 *
 * @param document the JSON that the document was read from
 */
export function storedJson(stored: StoredTransaction, document: Uint8Array): string {
  const changed = FREE_FORM.filter((name) => changesInJavaScript(stored[name]));
  if (changed.length === 0) return JSON.stringify(stored);
  const places = new Map(changed.map((name) => [name, `${name} ${randomUUID()}`]));
  const written = membersOf(parseTree(new TextDecoder().decode(document))!);
  let json = JSON.stringify({ ...stored, ...Object.fromEntries(places) });
  for (const [name, place] of places) json = json.replace(`"${place}"`, () => toJson(written.get(name)!));
  return json;
}

const ARRAY_INDEX = /^(?:0|[1-9]\d{0,9})$/;

function changesInJavaScript(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Object.is(value, -0);
  const indexed = !Array.isArray(value) && Object.keys(value).some((key) => ARRAY_INDEX.test(key));
  return indexed || Object.values(value).some(changesInJavaScript);
}

/** The members of an object: of those with one name the last, at the place of the first, as JSON.parse has it. */
function membersOf(object: Node): Map<string, Node> {
  return new Map(object.children!.map(({ children: [name, value] = [] }) => [name!.value as string, value!]));
}

function toJson(node: Node): string {
  if (node.type === 'array') return `[${node.children!.map(toJson).join(',')}]`;
  if (node.type !== 'object') return Object.is(node.value, -0) ? '-0' : JSON.stringify(node.value);
  const members = [...membersOf(node)].map(([name, value]) => `${JSON.stringify(name)}:${toJson(value)}`);
  return `{${members.join(',')}}`;
}
