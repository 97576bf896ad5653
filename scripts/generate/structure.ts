/**
 * Writes src/document/structure.generated.ts: one pass over a document that checks its structure against
 * transaction.json, reports every fault with this library's codes, and returns the document with its fields in a fixed
 * order, so that engines see objects of one shape, whatever the order of the sender's keys.
 */
import { fieldCheck, quote, variable } from './field-check.js';
import { isClosed } from './schema-keywords.js';
import { flatten, pattern, schemaTree, type RootSchema, type SchemaNode } from './schema-tree.js';

const HEADER = '// Generated from schemas/2.1/transaction.json by `npm run generate`. Do not edit.\n';

/** @throws Error for anything in the schema that cannot become a check */
export function structure(schema: RootSchema): string {
  const root = schemaTree(schema);
  const nodes = flatten(root);
  const patterns = new Map<string, string>();
  const functions = nodes.filter(({ schema: own }) => isClosed(own)).map((node) => scanFunction(node, patterns));
  return [
    HEADER,
    `import { freeFormFault, soundNamespaces } from './free-form.js';`,
    `import { fault, mistyped, reportNonInteger, record, unknown, type FaultSink, isPlainLocale, isRun } from './scan.js';`,
    `import type { Transaction } from './types.generated.js';`,
    '',
    '/** A field of schema 2.1; `[]` is any index. */',
    `export type FieldPattern =\n${nodes.map((node) => `  | ${quote(pattern(node))}`).join('\n')};`,
    '',
    '/** Every place in the schema in field order, one per line: its pattern, a space, and what is valid there. */',
    `export const SCHEMA_PLACES = \`${nodes.map(placeLine).join('\n')}\`;`,
    '',
    ...schemes(nodes),
    ...[...patterns].map(([source, name]) => `const ${name} = ${expression(source)};`),
    '',
    ...functions,
    ...timestampTest(nodes, patterns),
    '/** Reports every structural fault in a document. Faulty fields are undefined in the result. */',
    'export function scanTransaction(document: unknown, sink: FaultSink): Transaction | undefined {',
    `  return scan${root.id}(document, -1, sink) as Transaction | undefined;`,
    '}',
    '',
  ].join('\n');
}

/** Matches a letter in both cases, `[Xx]`, or the same ranges in both cases, `A-WY-Za-wy-z`. */
const BOTH_CASES = /\[([A-Z])([a-z])\]|((?:[A-Z]-[A-Z]){1,3})((?:[a-z]-[a-z]){1,3})/g;

/** A pattern as TypeScript source: half as long if the pattern accepts every letter in both cases. */
function expression(source: string): string {
  const folded = source.replace(BOTH_CASES, (both, upper = '', lower = '', uppers = '', lowers = '') =>
    `${upper}${uppers}`.toLowerCase() === `${lower}${lowers}` ? `${lower}${lowers}` : both,
  );
  const isCaseless = !/[A-Za-z]/.test(source.replace(BOTH_CASES, '')) && !/[A-Z]/.test(folded);
  // Without u: i and u together also match non-ASCII letters, such as the long s for s.
  return isCaseless ? `/${folded}/i` : `/${source.replaceAll('/', '\\/')}/u`;
}

/** The exported list of schemes; empty for a schema without that field. */
function schemes(nodes: readonly SchemaNode[]): string[] {
  const values = nodes.find((node) => pattern(node) === 'tax.scheme')?.schema.enum;
  if (values === undefined) return [];
  return [
    '/** The values of tax.scheme in schema 2.1. */',
    `export const SCHEMES = [${values.map(quote).join(', ')}] as const;`,
    '',
  ];
}

/** The test for a timestamp as a separate function; empty for a schema without that field. */
function timestampTest(nodes: readonly SchemaNode[], patterns: ReadonlyMap<string, string>): string[] {
  const field = nodes.find((node) => pattern(node) === 'timestamp');
  const name = field?.schema.pattern === undefined ? undefined : patterns.get(field.schema.pattern);
  if (name === undefined) return [];
  return [
    '/** Whether a string is a timestamp in the format of documents. */',
    `export const isTimestamp = (text: string): boolean => ${name}.test(text);`,
    '',
  ];
}

function placeLine(node: SchemaNode): string {
  const line = `${pattern(node)} ${wanted(node)}`;
  if (/[`$\\\n]/.test(line)) throw new Error(`${line}: not allowed in a template`);
  return line;
}

/** Descriptions of what is valid at a place, for places where the description derived from the schema is less clear. */
const IN_WORDS: Readonly<Record<string, string>> = {
  timestamp: 'an ISO 8601 date and time with UTC offset, such as "2026-11-21T10:00:00+01:00"',
  // Messages replace EUR with the currency of the business's country.
  currency: 'a string of three capital letters, such as "EUR"',
  // The schema reserves two more tiers, but rule packs do not accept them.
  documentTier: '"receipt", if sent',
  locale: 'a language tag such as "sv-SE"',
  'payment.last4': 'a string of exactly 4 digits, such as "4242"',
};

/** Every integer in the schema is an amount of money. */
const MINOR_UNITS = 'integer in minor units (149.50 → 14950)';

/** What is valid at a node, for messages. */
function wanted(node: SchemaNode): string {
  const { schema } = node;
  const inWords = IN_WORDS[pattern(node)];
  if (inWords !== undefined) return inWords;
  const example = schema.examples?.[0];
  const such = example === undefined ? '' : `, such as ${JSON.stringify(example)}`;
  switch (schema.type) {
    case 'object':
      return 'an object';
    case 'array':
      return schema.minItems === undefined ? 'an array' : 'an array with at least one element';
    case 'boolean':
      return 'true or false';
    case 'integer':
      return schema.minimum === 1 ? `a positive ${MINOR_UNITS}` : `an ${MINOR_UNITS}`;
    case 'number':
      return 'a finite number';
    case 'string':
      if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
      return `${schema.minLength === 1 ? 'a non-empty string' : 'a string'}${schema.pattern === undefined ? '' : such}`;
    default:
      return 'any value';
  }
}

/**
 * The same as `record(value)`, inlined: here, an engine sees objects of few shapes, and knows the prototype after
 * reading one field (measured: saves a tenth of the time for a receipt of ten lines).
 */
const RECORD = [
  `  const isPlain = typeof value === 'object' && value !== null && (value as { toJSON?: unknown }).toJSON === undefined &&`,
  '    Object.getPrototypeOf(value) === Object.prototype;',
  '  const source = isPlain ? (value as Record<string, unknown>) : record(value);',
];

function scanFunction(node: SchemaNode, patterns: Map<string, string>): string {
  const fields = node.children;
  const kept = fields.filter((field) => field.schema.type !== undefined);
  return [
    `function scan${node.id}(value: unknown, index: number, sink: FaultSink): unknown {`,
    ...RECORD,
    '  if (source === undefined) {',
    // An array element is never missing: undefined is a value of the wrong type.
    node.name === '[]'
      ? `    return fault(sink, ${node.id}, index, 'invalid_type', value);`
      : `    return mistyped(sink, ${node.id}, index, value);`,
    '  }',
    ...kept.map((field) => `  let ${variable(field)}: unknown; // ${field.name}`),
    '  for (const key in source) {',
    '    sink.keys++;',
    '    const given = source[key];',
    ...dispatch(fields, (field) => (kept.includes(field) ? `${variable(field)} = given;` : '')),
    `    unknown(sink, ${node.id}, index, source, key);`,
    '  }',
    ...kept.flatMap((field) => fieldCheck(field, patterns).map((line) => `  ${line}`)),
    '  return {',
    ...kept.map((field) => `    ${field.name}: ${variable(field)},`),
    '  };',
    '}',
    '',
  ].join('\n');
}

/** Up to this many names are compared one by one. */
const FEW = 5;

/** Switches on the length first, so that each key is compared with only a few names. */
function dispatch(fields: readonly SchemaNode[], take: (field: SchemaNode) => string): string[] {
  const compare = (field: SchemaNode): string => `if (key === ${quote(field.name)}) { ${take(field)} continue; }`;
  if (fields.length <= FEW) return fields.map((field) => `    ${compare(field)}`);
  const lengths = [...new Set(fields.map(({ name }) => name.length))].sort((a, b) => a - b);
  return [
    '    switch (key.length) {',
    ...lengths.flatMap((length) => [
      `      case ${length}:`,
      ...fields.filter(({ name }) => name.length === length).map((field) => `        ${compare(field)}`),
      '        break;',
    ]),
    '    }',
  ];
}
