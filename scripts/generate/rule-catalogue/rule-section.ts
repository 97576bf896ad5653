import { ISSUE_CODES, type CodeMeaning, type IssueCode } from '../../../src/issues/issue-codes.js';
import type { LawPack, Rule } from '../../../src/rule/types.js';
import { documentOf } from '../../../test/support/document-of.js';
import { examplesOf } from './examples.js';
import type { JudgedCase } from './judge.js';
import { anchor, block, code, codes, escape, list, wrap } from './markdown.js';
import type { ToldRule } from './told.js';

/** One rule in full: its requirement, and examples on which it is raised and on which it is silent. */
export function ruleSection({ rule, shownBy, cases }: ToldRule, facts: readonly string[]): string[] {
  const { firing, silent } = examplesOf(shownBy, rule, cases);
  return [
    list([...facts, ...factsOf(rule)]),
    ...firing.flatMap(({ code: raised, example }) => [
      wrap(`Raises [${code(raised)}](../codes.md#${anchor(raised)}), as for “${escape(example.name)}”:`),
      exampleBlock(example),
      ...remedy(raised),
    ]),
    wrap(`Is silent, as for “${escape(silent.name)}”:`),
    exampleBlock(silent),
  ];
}

/** The base document of the examples under a law. */
export const plainSale = ({ law }: LawPack): string =>
  block(JSON.stringify(documentOf(law, {}), undefined, 1).split('\n'));

function factsOf({ reads, each, schemes, dated }: Rule): string[] {
  return [
    `Reads: ${codes(reads)}`,
    ...(each === undefined
      ? []
      : [
          `Judges the elements of ${code(each)} one by one: a fault of structure in one of them silences the rule for that one.`,
        ]),
    ...(schemes === undefined ? [] : [`Only if ${code('tax.scheme')} is ${codes(schemes)}`]),
    ...(dated === true ? [`Not with the option ${code('rateWindows')} = ${code('"off"')}`] : []),
  ];
}

function remedy(raised: string): string[] {
  if (!Object.hasOwn(ISSUE_CODES, raised)) return [];
  const { remedy }: CodeMeaning = ISSUE_CODES[raised as IssueCode];
  return [wrap(`To fix it: ${escape(remedy)}`)];
}

function exampleBlock({
  from,
  changes,
  original,
  sameBusiness,
  business,
  rateWindows,
  productTaxClass,
  found,
  input,
}: JudgedCase): string {
  const text = 'json' in input && typeof input.json === 'string' ? [input.json] : [];
  const set = (changes ?? []).map(({ field, value }) =>
    value === undefined ? `remove ${field}` : `${field} = ${JSON.stringify(value)}`,
  );
  const context = [
    ...(sameBusiness ? [] : [`business = ${JSON.stringify(business)}`]),
    ...(rateWindows === undefined ? [] : [`option rateWindows = ${JSON.stringify(rateWindows)}`]),
    ...(original === undefined ? [] : [`option original = ${JSON.stringify(original)}`]),
    ...Object.entries(productTaxClass ?? {}).map(
      ([line, name]) => `option productTaxClass of items[${line}] = ${JSON.stringify(name)}`,
    ),
  ];
  const answer = found.map(
    (issue) => `→ ${issue.field} ${issue.code}${issue.severity === 'warning' ? ' (warning)' : ''}: ${issue.message}`,
  );
  const valid = found.some(({ severity }) => severity === 'error') ? [] : ['→ valid'];
  return block([...(text.length === 0 ? [from] : []), ...text, ...set, ...context, ...valid, ...answer]);
}
