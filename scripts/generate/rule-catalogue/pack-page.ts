import { ISSUE_CODES, type CodeMeaning, type IssueCode } from '../../../src/issue-codes.js';
import type { Rule, RulePack } from '../../../src/pack/types.js';
import { isTable } from '../../../src/law/rates-on.js';
import type { RateRow } from '../../../src/law/types.js';
import { examplesOf } from './examples.js';
import type { JudgedCase } from './judge.js';
import { anchor, block, code, codes, escape, page, wrap } from './markdown.js';

/** The page of one pack: its data, and every rule with examples. */
export function packPage(pack: RulePack, cases: readonly JudgedCase[]): string {
  return page([
    `# Rules of ${pack.id}`,
    '<!-- Generated from the pack and its cases by `npm run generate`. Do not edit. -->',
    wrap(
      `What a document must hold to be valid under ${code(pack.id)}, rule by rule. Every example is the [base document](../../packs/${pack.id}/cases/base.json) with the changes shown; lines that begin with → are what the library answers. A rule is silent where a field that it reads has a fault of structure. All cases stand in [packs/${pack.id}/cases](../../packs/${pack.id}/cases/). What a code means whatever the rule is in [codes](../codes.md).`,
    ),
    '## The pack',
    [
      `- Country: ${pack.country}`,
      `- Tier: ${code(pack.documentTier)}`,
      `- Currency: ${code(pack.currency)}`,
      `- Schemes: ${codes(pack.schemes)}`,
    ].join('\n'),
    ...(pack.law !== undefined && isTable(pack.law.rates) ? rateTable(pack.law.tax.scheme, pack.law.rates) : []),
    '## Overview',
    pack.rules
      .map((rule) => wrap(`[${code(rule.id)}](#${anchor(rule.id)}), ${rule.severity}: ${escape(rule.summary)}`, '- '))
      .join('\n'),
    ...pack.rules.flatMap((rule) => ruleSection(pack, rule, cases)),
  ]);
}

const UNCONFIRMED = 'No confirmed source was found for an unconfirmed row: it is warned of, never enforced.';

function rateTable(scheme: string, table: readonly RateRow[]): string[] {
  const rows = table.map(({ rate, from, until, itemClass, enforce, source }) =>
    wrap(
      `${rate} %${itemClass === undefined ? '' : ` for ${code(itemClass)}`}${span(from, until)}${!enforce ? ', unconfirmed' : ''}: ${escape(source)}`,
      '- ',
    ),
  );
  return [`### Rates of ${scheme}`, rows.join('\n'), ...(table.some(({ enforce }) => !enforce) ? [UNCONFIRMED] : [])];
}

function span(from: string | undefined, until: string | undefined): string {
  return `${from === undefined ? '' : ` from ${from}`}${until === undefined ? '' : ` until ${until}`}`;
}

function ruleSection(pack: RulePack, rule: Rule, cases: readonly JudgedCase[]): string[] {
  const { firing, silent } = examplesOf(pack, rule, cases);
  return [
    `## ${rule.id}`,
    wrap(escape(rule.summary)),
    facts(rule)
      .map((fact) => wrap(fact, '- '))
      .join('\n'),
    ...firing.flatMap(({ code: raised, example }) => [
      wrap(`Raises [${code(raised)}](../codes.md#${anchor(raised)}), as for “${escape(example.name)}”:`),
      exampleBlock(example),
      ...remedy(raised),
    ]),
    wrap(`Is silent, as for “${escape(silent.name)}”:`),
    exampleBlock(silent),
  ];
}

function facts({ severity, source, reads, each, schemes, windows }: Rule): string[] {
  return [
    `Severity: ${severity}`,
    `Source: ${escape(source)}`,
    `Reads: ${codes(reads)}`,
    ...(each === undefined
      ? []
      : [
          `Judges the elements of ${code(each)} one by one: a fault of structure in one of them silences the rule for that one.`,
        ]),
    ...(schemes === undefined ? [] : [`Only where ${code('tax.scheme')} is ${codes(schemes)}`]),
    ...(windows === true ? [`Only with the option ${code('rateWindows')}`] : []),
  ];
}

function remedy(raised: string): string[] {
  if (!Object.hasOwn(ISSUE_CODES, raised)) return [];
  const { remedy }: CodeMeaning = ISSUE_CODES[raised as IssueCode];
  return [wrap(`To mend it: ${escape(remedy)}`)];
}

function exampleBlock({ changes, sameBusiness, business, rateWindows, itemClass, found, input }: JudgedCase): string {
  const text = 'json' in input && typeof input.json === 'string' ? [input.json] : [];
  const set = (changes ?? []).map(({ field, value }) =>
    value === undefined ? `remove ${field}` : `${field} = ${JSON.stringify(value)}`,
  );
  const context = [
    ...(sameBusiness ? [] : [`business = ${JSON.stringify(business)}`]),
    ...(rateWindows === undefined ? [] : [`option rateWindows = ${JSON.stringify(rateWindows)}`]),
    ...Object.entries(itemClass ?? {}).map(
      ([line, name]) => `option itemClass of items[${line}] = ${JSON.stringify(name)}`,
    ),
  ];
  const unchanged = text.length + set.length + context.length === 0 ? ['the base document'] : [];
  const answer = found.map(
    (issue) => `→ ${issue.field} ${issue.code}${issue.severity === 'warning' ? ' (warning)' : ''}: ${issue.message}`,
  );
  const valid = found.some(({ severity }) => severity === 'error') ? [] : ['→ valid'];
  return block([...unchanged, ...text, ...set, ...context, ...valid, ...answer]);
}
