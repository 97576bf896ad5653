import type { Edit } from './apply.js';
import { changesBetween, isObject } from './change.js';
import { memberOf } from './locate.js';
import type { JsonMember, JsonNode } from './scan.js';

/**
 * Returns the edits that turn one document's text into another's. The edits replace only the values that differ, so the
 * rest of the text keeps its formatting. They are in text order and do not overlap.
 */
export function editsBetween(text: string, root: JsonNode, before: unknown, after: unknown): Edit[] {
  const edits: Edit[] = [];
  const unit = unitOf(text, root);
  const visit = (node: JsonNode, was: unknown, is: unknown): void => {
    if (changesBetween(was, is).length === 0) return;
    const isSame = (node.kind === 'object' && isObject(is)) || (node.kind === 'array' && Array.isArray(is));
    const names = node.members.map(({ key }) => key);
    const isPlain = new Set(names).size === names.length;
    if (!isSame || !isPlain) return void edits.push(replace(text, node, is, unit));
    const gone = node.members.filter(({ key }) => !isIn(is, key));
    const added = Object.keys(is as object).filter((key) => memberOf(node, keyOf(node, key)) === undefined);
    if (added.length > 0 && (gone.length > 0 || names.length === 0))
      return void edits.push(replace(text, node, is, unit));
    for (const { key, node: inner } of node.members) {
      if (isIn(is, key)) visit(inner, (was as Fields)[key], (is as Fields)[key]);
    }
    edits.push(...removals(node, gone));
    if (added.length > 0) edits.push(addition(text, node, is as Fields, added, unit));
  };
  visit(root, before, after);
  return edits.sort((a, b) => a.from - b.from);
}

type Fields = Record<string | number, unknown>;

const isIn = (value: unknown, key: string | number) =>
  Object.hasOwn(value as object, key) && (value as Fields)[key] !== undefined;
const keyOf = (node: JsonNode, key: string) => (node.kind === 'array' ? Number(key) : key);

function replace(text: string, node: JsonNode, value: unknown, unit: string): Edit {
  const isLong = node.kind === 'scalar' || text.slice(node.from, node.to).includes('\n') || node.members.length === 0;
  return { from: node.from, to: node.to, insert: write(value, isLong ? unit : '', indentAt(text, node.from)) };
}

/** Removes members together with their commas, so that the text remains valid JSON. */
function removals({ from, to, members }: JsonNode, gone: readonly JsonMember[]): Edit[] {
  if (gone.length === 0) return [];
  if (gone.length === members.length) return [{ from: from + 1, to: to - 1, insert: '' }];
  const edits: Edit[] = [];
  const first = members.findIndex((member) => !gone.includes(member));
  if (first > 0) edits.push({ from: members[0]!.name.from, to: members[first]!.name.from, insert: '' });
  for (let i = first + 1; i < members.length; i++) {
    if (gone.includes(members[i]!)) edits.push({ from: members[i - 1]!.node.to, to: members[i]!.node.to, insert: '' });
  }
  return edits;
}

/** Adds members after the last member, in the same format as the existing members. */
function addition(text: string, node: JsonNode, value: Fields, added: readonly string[], unit: string): Edit {
  const last = node.members.at(-1)!;
  const between = text.slice(node.from + 1, node.members[0]!.name.from);
  const lines = between.includes('\n');
  const indent = lines ? indentAt(text, node.members[0]!.name.from) : '';
  const written = added.map((key) => {
    const name = node.kind === 'object' ? `${JSON.stringify(key)}:${lines || unit !== '' ? ' ' : ''}` : '';
    return `,${lines ? `\n${indent}` : unit === '' ? '' : ' '}${name}${write(value[key], lines ? unit : '', indent)}`;
  });
  return { from: last.node.to, to: last.node.to, insert: written.join('') };
}

function write(value: unknown, unit: string, indent: string): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `\n${indent}`);
}

/** Returns the indentation of the line that contains an offset. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1);
  return /^[ \t]*/.exec(line)![0];
}

/** Returns the indentation per level; empty if the document is on one line. */
function unitOf(text: string, root: JsonNode): string {
  const first = root.members[0];
  if (first === undefined) return '  ';
  if (!text.slice(root.from, first.name.from).includes('\n')) return '';
  return indentAt(text, first.name.from) || '  ';
}
