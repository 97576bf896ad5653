import { ISSUE_CODES, type CodeMeaning, type IssueCode } from '../../../src/issues/issue-codes.js';
import type { LawPack, Rule } from '../../../src/rule/types.js';
import { documentOf } from '../../../test/support/document-of.js';
import { examplesOf } from './examples.js';
import type { JudgedCase } from './judge.js';
import { block, code, codes, escape, list, wrap } from './markdown.js';
import type { ToldRule } from './told.js';

/** One rule in full: what it requires, examples that break it, and examples that do not. */
export function ruleSection(
  { rule, shownBy, cases }: ToldRule,
  facts: readonly string[],
  up: '' | '../' = '',
): string[] {
  const { firing, silent } = examplesOf(shownBy, rule, cases);
  return [
    list([...facts, ...factsOf(rule)]),
    ...firing.flatMap(({ code: raised, example }) => [
      wrap(`Raises [${code(raised)}](${up}codes/${raised}.md), for example in “${escape(example.name)}”:`),
      exampleBlock(example),
      ...remedy(raised),
    ]),
    wrap(`Raises nothing, for example in “${escape(silent.name)}”:`),
    exampleBlock(silent),
  ];
}

/** The base document for the examples under a law. */
export const plainSale = ({ law }: LawPack): string =>
  block(JSON.stringify(documentOf(law, {}), undefined, 1).split('\n'));

function factsOf({ reads, each, schemes, dated }: Rule): string[] {
  return [
    `Reads: ${codes(reads)}`,
    ...(each === undefined
      ? []
      : [`Checks the elements of ${code(each)} one by one, and skips those with a structural fault.`]),
    ...(schemes === undefined ? [] : [`Only if ${code('tax.scheme')} is ${codes(schemes)}`]),
    ...(dated === true ? [`Not with the option ${code('rateWindows')} = ${code('"off"')}`] : []),
  ];
}

function remedy(raised: string): string[] {
  if (!Object.hasOwn(ISSUE_CODES, raised)) return [];
  const { remedy }: CodeMeaning = ISSUE_CODES[raised as IssueCode];
  return [wrap(`To fix it: ${escape(remedy)}`)];
}

/** What the verdict on a case depends on besides the document. */
export const contextOf = ({ original, sameBusiness, business, rateWindows, productTaxClass }: JudgedCase): string[] => [
  ...(sameBusiness ? [] : [`business = ${JSON.stringify(business)}`]),
  ...(rateWindows === undefined ? [] : [`option rateWindows = ${JSON.stringify(rateWindows)}`]),
  ...(original === undefined ? [] : [`option original = ${JSON.stringify(original)}`]),
  ...Object.entries(productTaxClass ?? {}).map(
    ([line, name]) => `option productTaxClass of items[${line}] = ${JSON.stringify(name)}`,
  ),
];

function exampleBlock(judged: JudgedCase): string {
  const { from, changes, found, input } = judged;
  const text = 'json' in input && typeof input.json === 'string' ? [input.json] : [];
  const set = (changes ?? []).map(({ field, value }) =>
    value === undefined ? `remove ${field}` : `${field} = ${JSON.stringify(value)}`,
  );
  const context = contextOf(judged);
  const answer = found.map(
    (issue) => `→ ${issue.field} ${issue.code}${issue.severity === 'warning' ? ' (warning)' : ''}: ${issue.message}`,
  );
  const valid = found.some(({ severity }) => severity === 'error') ? [] : ['→ valid'];
  return block([...(text.length === 0 ? [from] : []), ...text, ...set, ...context, ...valid, ...answer]);
}
