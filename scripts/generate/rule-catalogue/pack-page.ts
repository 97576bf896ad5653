import { existsSync } from 'node:fs';
import { ISSUE_CODES, type CodeMeaning, type IssueCode } from '../../../src/issue-codes.js';
import type { ReceiptLaw } from '../../../src/law/types.js';
import type { LawPack, Rule, RulePack } from '../../../src/pack/types.js';
import { documentOf } from '../../../test/support/document-of.js';
import { examplesOf } from './examples.js';
import type { JudgedCase } from './judge.js';
import { lawSections } from './law-sections.js';
import { anchor, block, code, codes, escape, page, wrap } from './markdown.js';

/** The page of one pack: its law, and every rule with examples. */
export function packPage(pack: LawPack, law: ReceiptLaw, cases: readonly JudgedCase[]): string {
  const own = existsSync(`packs/${pack.id}/cases/base.json`)
    ? `[base.json](../../packs/${pack.id}/cases/base.json) or `
    : '';
  return page([
    `# Rules of ${pack.id}`,
    '<!-- Generated from the pack and its cases by `npm run generate`. Do not edit. -->',
    wrap(
      `What a document must hold to be valid under ${code(pack.id)}: the law that is checked, and every rule with examples. An example is ${own}the [plain sale](#a-plain-sale) at the end of this page with the changes shown; lines that begin with → are what the library answers. A rule is silent where a field that it reads has a fault of structure. What a code means whatever the rule is in [codes](../codes.md).`,
    ),
    ...lawSections(law),
    '## Overview',
    pack.rules
      .map((rule) => wrap(`[${code(rule.id)}](#${anchor(rule.id)}), ${rule.severity}: ${escape(rule.summary)}`, '- '))
      .join('\n'),
    ...pack.rules.flatMap((rule) => ruleSection(pack, rule, cases)),
    '## A plain sale',
    block(JSON.stringify(documentOf(pack.law, {}), undefined, 1).split('\n')),
  ]);
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

function exampleBlock({
  rule,
  changes,
  original,
  sameBusiness,
  business,
  rateWindows,
  itemClass,
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
    ...Object.entries(itemClass ?? {}).map(
      ([line, name]) => `option itemClass of items[${line}] = ${JSON.stringify(name)}`,
    ),
  ];
  const from = rule === undefined ? ['base.json'] : ['a plain sale'];
  const answer = found.map(
    (issue) => `→ ${issue.field} ${issue.code}${issue.severity === 'warning' ? ' (warning)' : ''}: ${issue.message}`,
  );
  const valid = found.some(({ severity }) => severity === 'error') ? [] : ['→ valid'];
  return block([...(text.length === 0 ? from : []), ...text, ...set, ...context, ...valid, ...answer]);
}
