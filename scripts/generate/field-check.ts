/** Generates the code with which the structure pass checks one field. */
import { hasNamespaces, isClosed } from './schema-keywords.js';
import { pattern, type SchemaNode } from './schema-tree.js';

/** A string as a TypeScript literal. */
export const quote = (text: string): string =>
  text.includes("'") ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`;

/** The variable for a field of the current object. */
export const variable = (node: SchemaNode): string => `v${node.id}`;

/** The check for one field, whose value is in a separate variable; after a fault, that variable is undefined. */
export function fieldCheck(field: SchemaNode, patterns: Map<string, string>): string[] {
  const v = variable(field);
  const { schema } = field;
  const fault = (code: string) => `${v} = fault(sink, ${field.id}, index, ${code}, ${v});`;
  const mistyped = `${v} = mistyped(sink, ${field.id}, index, ${v});`;
  const present = field.required ? '' : `${v} !== undefined && `;
  switch (schema.type) {
    case 'boolean':
      return [`if (${present}typeof ${v} !== 'boolean') ${mistyped}`];
    case 'number':
      return [
        `if (${present}typeof ${v} !== 'number') ${mistyped}`,
        `else if (${present}!Number.isFinite(${v})) ${fault("'out_of_range'")}`,
      ];
    case 'integer':
      return [
        `if (${present}!Number.isSafeInteger(${v})) ${v} = reportNonInteger(sink, ${field.id}, index, ${v});`,
        ...(schema.minimum !== Number.MIN_SAFE_INTEGER
          ? [`else if (${present}(${v} as number) < ${schema.minimum}) ${fault("'out_of_range'")}`]
          : []),
      ];
    case 'string': {
      const lines = [`if (${present}typeof ${v} !== 'string') ${mistyped}`];
      const text = `${v} as string`;
      if (schema.enum !== undefined) {
        const none = schema.enum.map((option) => `${v} !== ${quote(option)}`).join(' && ');
        const more = MORE[pattern(field)];
        const nor = more === undefined ? '' : ` && !sink.${more}(${text})`;
        lines.push(`else if (${present}${none}${nor}) ${fault("'invalid_value'")}`);
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
      return arrayCheck(field, fault, mistyped, present);
    default:
      throw new Error(`${pattern(field)}: the generator does not know the type ${String(schema.type)}`);
  }
}

/** The methods of `sink` that check fields for which a registry accepts more values than the enum lists. */
const MORE: Readonly<Record<string, string>> = { 'tax.scheme': 'hasScheme' };

/** Functions of scan.ts that recognise the usual form of a field faster than its pattern. */
const USUAL: Readonly<Record<string, string>> = { locale: 'isPlainLocale' };

/**
 * The code that tests whether a string fails to match its field's pattern: by character codes, if that is faster.
 */
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

function arrayCheck(field: SchemaNode, fault: (code: string) => string, mistyped: string, present: string): string[] {
  const v = variable(field);
  const element = field.children[0]!;
  return [
    `if (${present}!Array.isArray(${v})) ${mistyped}`,
    ...(field.schema.minItems === 1
      ? [`else if (${present}(${v} as unknown[]).length === 0) ${fault("'too_few_items'")}`]
      : []),
    `else if (${v} !== undefined) {`,
    `  const given = ${v} as unknown[];`,
    // The first element as a literal: an array that grows from empty allocates 17 elements.
    `  const elements: unknown[] = given.length === 0 || !(0 in given) ? [] : [scan${element.id}(given[0], 0, sink)];`,
    '  for (let i = elements.length; i < given.length; i++) {',
    '    // JSON cannot express a hole: refuses the array at once, instead of walking an [,,,] of any length.',
    `    if (given[i] === undefined && !(i in given)) { sink.fault(${field.id}, index, 'invalid_type', ${v}); break; }`,
    `    elements.push(scan${element.id}(given[i], i, sink));`,
    '  }',
    `  if (${v} !== undefined) ${v} = elements;`,
    '}',
  ];
}
