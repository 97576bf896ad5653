/**
 * Writes src/document/structure.generated.ts: one pass over a document that judges its structure by transaction.json,
 * reports every fault under this library's codes, and returns the document with its fields in one fixed order, so
 * that rules read objects of one shape whatever the order of the sender's keys.
 */
import { fieldCheck, quote, variable } from './field-check.js';
import { isClosed } from './schema-keywords.js';
import { enclosingArray, flatten, pattern, schemaTree, type RootSchema, type SchemaNode } from './schema-tree.js';

const HEADER = '// Generated from schemas/2.1/transaction.json by `npm run generate`. Do not edit.\n';

/** @throws Error for whatever the schema says that would not be turned into a check */
export function structure(schema: RootSchema): string {
  const root = schemaTree(schema);
  const nodes = flatten(root);
  const patterns = new Map<string, string>();
  const functions = nodes.filter(({ schema: own }) => isClosed(own)).map((node) => scanFunction(node, patterns));
  return [
    HEADER,
    `import { freeFormFault, soundNamespaces } from './free-form.js';`,
    `import { integerFault, record, type FaultSink } from './scan.js';`,
    `import { isPlainLocale, isRun } from './text-forms.js';`,
    `import type { Transaction } from './types.generated.js';`,
    '',
    '/** A field of schema 2.1, `[]` standing for any index. */',
    `export type FieldPattern =\n${nodes.map((node) => `  | ${quote(pattern(node))}`).join('\n')};`,
    '',
    '/** Every place of the schema in field order: [pattern, node of the enclosing array or -1, last node inside, what is right there]. */',
    `export const SCHEMA_NODES: readonly (readonly [string, number, number, string])[] = [`,
    ...nodes.map(
      (node) => `  [${quote(pattern(node))}, ${enclosingArray(node)?.id ?? -1}, ${node.last}, ${quote(wanted(node))}],`,
    ),
    '];',
    '',
    ...[...patterns].map(([source, name]) => `const ${name} = /${source.replaceAll('/', '\\/')}/u;`),
    '',
    ...functions,
    '/** Reports every structural fault of a document. Faulted fields are undefined in what it returns. */',
    'export function scanTransaction(document: unknown, sink: FaultSink): Transaction | undefined {',
    `  return scan${root.id}(document, -1, sink) as Transaction | undefined;`,
    '}',
    '',
  ].join('\n');
}

/** What would be right at a node, for messages. */
function wanted({ schema }: SchemaNode): string {
  const example = schema.examples?.[0];
  const such = example === undefined ? '' : ` such as ${JSON.stringify(example)}`;
  switch (schema.type) {
    case 'object':
      return 'an object';
    case 'array':
      return schema.minItems === undefined ? 'an array' : 'an array with at least one element';
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `${schema.minimum === 1 ? 'a positive integer' : 'an integer'} within ±(2^53 − 1)`;
    case 'number':
      return 'a finite number';
    case 'string':
      if (schema.enum !== undefined) return `one of ${schema.enum.map(quote).join(', ')}`;
      return `${schema.minLength === 1 ? 'a non-empty string' : 'a string'}${schema.pattern === undefined ? '' : such}${
        schema.pattern?.includes('\\ud800') ? ' without NUL and lone surrogates' : ''
      }`;
    default:
      return 'any value';
  }
}

function scanFunction(node: SchemaNode, patterns: Map<string, string>): string {
  const fields = node.children;
  const kept = fields.filter((field) => field.schema.type !== undefined);
  return [
    `function scan${node.id}(value: unknown, index: number, sink: FaultSink): unknown {`,
    '  const source = record(value);',
    '  if (source === undefined) {',
    `    sink.fault(${node.id}, index, ${node.name === '[]' ? '' : "value === undefined ? 'required' : "}'invalid_type', value);`,
    '    return undefined;',
    '  }',
    ...kept.map((field) => `  let ${variable(field)}: unknown; // ${field.name}`),
    '  for (const key in source) {',
    '    const given = source[key];',
    ...dispatch(fields, (field) => (kept.includes(field) ? `${variable(field)} = given;` : '')),
    `    if (given !== undefined && Object.hasOwn(source, key)) sink.unknown(${node.id}, index, key);`,
    '  }',
    ...kept.flatMap((field) => fieldCheck(field, patterns).map((line) => `  ${line}`)),
    '  return {',
    ...kept.map((field) => `    ${field.name}: ${variable(field)},`),
    '  };',
    '}',
    '',
  ].join('\n');
}

/** By length first, a jump, so that each key is compared with a few names only. */
function dispatch(fields: readonly SchemaNode[], take: (field: SchemaNode) => string): string[] {
  const lengths = [...new Set(fields.map(({ name }) => name.length))].sort((a, b) => a - b);
  return [
    '    switch (key.length) {',
    ...lengths.flatMap((length) => [
      `      case ${length}:`,
      ...fields
        .filter(({ name }) => name.length === length)
        .map((field) => `        if (key === ${quote(field.name)}) { ${take(field)} continue; }`),
      '        break;',
    ]),
    '    }',
  ];
}
