/** Writes src/document/types.generated.ts: the TypeScript types of the schemas, descriptions included. */
import { readFileSync } from 'node:fs';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

const HEADER = '// Generated from schemas/2.1/*.json by `npm run generate`. Do not edit.';
const IMPORTS = `import type { Scheme } from './scheme.js';
import type { Extensions, StoredTransaction } from './written-types.js';

export type { Extensions, StoredTransaction, Transaction } from './written-types.js';`;
/** The hand-written types in written-types.ts, which replace the generated type of this name. */
const WRITTEN: Readonly<Record<string, string>> = {
  Transaction: 'TransactionFields',
  StoredTransaction: 'StoredTransactionFields',
  Extensions: 'Namespaces',
  WebhookEvent: 'WebhookEnvelope',
};
const NAMES = [
  'transaction',
  'stored-transaction',
  'webhook-event',
  'list-response',
  'error-response',
  'receipt-extra',
];

type Node = JSONSchema & { properties?: Record<string, Node>; $defs?: Record<string, Node> };

export async function types(): Promise<string> {
  const roots = Object.fromEntries(
    NAMES.map((name) => [`${name}.json`, JSON.parse(readFileSync(`schemas/2.1/${name}.json`, 'utf8')) as Node]),
  );
  // One document with every definition, so that each type is generated once, under one name.
  const $defs: Record<string, Node> = {};
  for (const { $defs: own, allOf: _conditions, $id: _id, $schema: _schema, ...root } of Object.values(roots)) {
    for (const [title, node] of Object.entries({ ...own, [root.title!]: root })) $defs[WRITTEN[title] ?? title] = node;
  }
  // Packs may declare schemes that no schema lists.
  const { scheme } = $defs.Tax!.properties!;
  $defs.Tax!.properties!.scheme = { tsType: 'Scheme', description: scheme!.description! };
  const titles = Object.keys($defs);
  for (const title of titles) $defs[title]!.title = title;
  const local = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(local);
    if (typeof value !== 'object' || value === null) return value;
    const node = value as Node;
    if (node.type === 'object' && node.additionalProperties !== false && node.title === undefined)
      return { tsType: 'object', description: node.description };
    if (node.type === 'object' && typeof node.additionalProperties === 'object')
      return { ...node, additionalProperties: true };
    if (typeof node.$ref !== 'string') return Object.fromEntries(Object.entries(node).map(([k, v]) => [k, local(v)]));
    const [file = '', pointer = ''] = node.$ref.split('#');
    const [kind, name, ...rest] = pointer.slice(1).split('/');
    if (pointer === '') return named(roots[file]!.title!, node);
    if (kind === '$defs' && rest.length === 0) return named(name!, node);
    // Replaces a reference into the middle of a schema with the referenced part.
    const steps = pointer.slice(1).split('/');
    const part = steps.reduce((at: unknown, step) => (at as Record<string, unknown>)[step], roots[file]) as Node;
    return local({ ...part, description: node.description ?? part.description! });
  };
  // Uses the name, not a reference, which would lose the field's description.
  const named = (title: string, { description = $defs[WRITTEN[title] ?? title]!.description! }: Node) => ({
    tsType: title,
    description,
  });
  const text = await compile(
    local({ title: 'Root', type: 'object', $defs, additionalProperties: false }) as Node,
    'Root',
    {
      bannerComment: HEADER,
      ignoreMinAndMaxItems: true,
      unreachableDefinitions: true,
      style: { printWidth: 120, singleQuote: true },
    },
  );
  const body = text
    .replace('export interface Root {}\n', '')
    .replaceAll(/\n \* This interface was referenced by `Root`'s JSON-Schema\n \* via the `definition` "\w+"\./g, '')
    .replaceAll(/\/\*\*\n \*\n \*\/\n/g, '')
    .replaceAll(/schemaVersion\?: \{\n\s*\[k: string\]: unknown;\n\s*\};/g, 'schemaVersion?: unknown;')
    // Under exactOptionalPropertyTypes, an optional field could otherwise not be set to undefined, which counts as
    // absent.
    .replaceAll(/^( {2}\w+\?: (?!unknown;).*);$/gm, '$1 | undefined;')
    .replace(HEADER, `${HEADER}\n${IMPORTS}`);
  for (const title of titles)
    if (!new RegExp(`export (interface|type) ${title} `).test(body)) throw new Error(`no type ${title} came out`);
  return body;
}
