/**
 * Writes src/document/structure.generated.ts: one pass over a document that judges its structure by transaction.json,
 * reports every fault under this library's codes, and returns the document with its fields in one fixed order, so
 * that rules read objects of one shape whatever the order of the sender's keys.
 */
import { hasNamespaces, isClosed } from './schema-keywords.js';
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

const quote = (text: string): string =>
  text.includes("'") ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`;

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

const variable = (node: SchemaNode): string => `v${node.id}`;

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

/** The check of one field, in its own variable; a fault leaves the variable undefined. */
function fieldCheck(field: SchemaNode, patterns: Map<string, string>): string[] {
  const v = variable(field);
  const { schema } = field;
  const fault = (code: string) => `{ sink.fault(${field.id}, index, ${code}, ${v}); ${v} = undefined; }`;
  const missingOr = (code: string) => (field.required ? `${v} === undefined ? 'required' : ${code}` : code);
  const present = field.required ? '' : `${v} !== undefined && `;
  switch (schema.type) {
    case 'boolean':
      return [`if (${present}typeof ${v} !== 'boolean') ${fault(missingOr("'invalid_type'"))}`];
    case 'number':
      return [
        `if (${present}typeof ${v} !== 'number') ${fault(missingOr("'invalid_type'"))}`,
        `else if (${present}!Number.isFinite(${v})) ${fault("'out_of_range'")}`,
      ];
    case 'integer':
      return [
        `if (${present}!Number.isSafeInteger(${v})) ${fault(missingOr(`integerFault(${v})`))}`,
        ...(schema.minimum !== Number.MIN_SAFE_INTEGER
          ? [`else if (${present}(${v} as number) < ${schema.minimum}) ${fault("'out_of_range'")}`]
          : []),
      ];
    case 'string': {
      const lines = [`if (${present}typeof ${v} !== 'string') ${fault(missingOr("'invalid_type'"))}`];
      const text = `${v} as string`;
      if (schema.enum !== undefined) {
        const none = schema.enum.map((option) => `${v} !== ${quote(option)}`).join(' && ');
        lines.push(`else if (${present}${none}) ${fault("'invalid_value'")}`);
      }
      if (schema.minLength !== undefined)
        lines.push(`else if (${present}(${text}).length < ${schema.minLength}) ${fault("'too_short'")}`);
      if (schema.pattern !== undefined)
        lines.push(`else if (${present}${mismatch(field, text, patterns)}) ${fault("'invalid_format'")}`);
      return lines;
    }
    case 'object':
      if (isClosed(schema)) {
        return [`${field.required ? '' : `if (${v} !== undefined) `}${v} = scan${field.id}(${v}, index, sink);`];
      }
      if (hasNamespaces(schema)) return [`if (${v} !== undefined) ${v} = soundNamespaces(${v}, ${field.id}, sink);`];
      return [
        `if (${v} !== undefined) {`,
        `  const code = freeFormFault(${v});`,
        `  if (code !== undefined) ${fault('code')}`,
        '}',
      ];
    case 'array':
      return arrayCheck(field, fault, missingOr, present);
    default:
      throw new Error(`${pattern(field)}: the generator does not know the type ${String(schema.type)}`);
  }
}

/** Functions of text-forms.ts that know the usual form of a field faster than its pattern does. */
const USUAL: Readonly<Record<string, string>> = { locale: 'isPlainLocale' };

/** The test that a text is not of the pattern of its field: by the codes of its characters, where that is faster. */
function mismatch(field: SchemaNode, text: string, patterns: Map<string, string>): string {
  const source = field.schema.pattern!;
  const run = /^\^\[(\w)-(\w)\]\{(\d+)\}\$$/.exec(source);
  if (run !== null) {
    const [, first = '', last = '', length] = run;
    return `!isRun(${text}, ${length}, ${first.charCodeAt(0)}, ${last.charCodeAt(0)})`;
  }
  const name = patterns.get(source) ?? `PATTERN_${patterns.size}`;
  patterns.set(source, name);
  const usual = USUAL[pattern(field)];
  return `${usual === undefined ? '' : `!${usual}(${text}) && `}!${name}.test(${text})`;
}

function arrayCheck(
  field: SchemaNode,
  fault: (code: string) => string,
  missingOr: (code: string) => string,
  present: string,
): string[] {
  const v = variable(field);
  const element = field.children[0]!;
  return [
    `if (${present}!Array.isArray(${v})) ${fault(missingOr("'invalid_type'"))}`,
    ...(field.schema.minItems === 1
      ? [`else if (${present}(${v} as unknown[]).length === 0) ${fault("'too_few_items'")}`]
      : []),
    `else if (${v} !== undefined) {`,
    `  const given = ${v} as unknown[];`,
    // The first as a literal: an array that grows from nothing takes room for 17 elements.
    `  const elements: unknown[] = given.length === 0 || !(0 in given) ? [] : [scan${element.id}(given[0], 0, sink)];`,
    '  for (let i = elements.length; i < given.length; i++) {',
    '    // A hole is nothing that JSON can say: the array is refused at once, or [,,,] of any length would be walked.',
    `    if (given[i] === undefined && !(i in given)) { sink.fault(${field.id}, index, 'invalid_type', ${v}); break; }`,
    `    elements.push(scan${element.id}(given[i], i, sink));`,
    '  }',
    `  if (${v} !== undefined) ${v} = elements;`,
    '}',
  ];
}
