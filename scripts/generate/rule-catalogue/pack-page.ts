import { existsSync } from 'node:fs';
import { isTable } from '../../../src/law/rates-on.js';
import type { ReceiptLaw } from '../../../src/law/types.js';
import type { LawPack, Rule } from '../../../src/rule/types.js';
import { summaryOf } from '../../../src/rules/summaries.js';
import { lawSections } from './law-sections.js';
import { anchor, code, escape, page, table, wrap } from './markdown.js';
import { noteSections, type Note } from './note-sections.js';
import { plainSale, ruleSection } from './rule-section.js';
import { numbered } from './sources.js';
import { placeOf, type Told, type ToldRule } from './told.js';

/** The page of one pack: its law with sources, what is unknown, every rule, and its custom rules with examples. */
export function packPage(pack: LawPack, law: ReceiptLaw, notes: readonly Note[], told: Told): string {
  const own = told.own.get(pack.id)!;
  const sources = numbered();
  return page([
    `# ${law.name.en}: ${pack.id}`,
    '<!-- Generated from the pack and its cases by `npm run generate`. Do not edit. -->',
    ...(law.description === undefined ? [] : [wrap(escape(law.description))]),
    wrap(
      `This page says what is checked under ${code(pack.id)}, from when, and by which law. A number in brackets is that of a [source](#sources). [Codes](../codes.md) explains each code.`,
    ),
    ...lawSections(law, sources.cite),
    ...noteSections(notes, law),
    '## Rules',
    wrap(
      `An error refuses the document; a warning does not. A rule is silent if a field that it reads has a fault of structure. The name of a rule leads to its examples.${own.length === 0 ? '' : ' The rules that only this pack has are in full below.'}`,
    ),
    ...rulesOf(pack, told, law, 'error', '### Errors'),
    ...rulesOf(pack, told, law, 'warning', '### Warnings'),
    ...ownSections(pack, own),
    '## Sources',
    sources.list(),
  ]);
}

function rulesOf(pack: LawPack, told: Told, law: ReceiptLaw, severity: Rule['severity'], heading: string): string[] {
  const rows = pack.rules
    .filter((rule) => rule.severity === severity)
    .map((rule) => [link(rule, pack, told), escape(summaryOf(rule, law)), sourceOf(rule, law)]);
  return rows.length === 0 ? [] : [heading, table(['rule', 'what it demands', 'source'], rows)];
}

/** The sources of a rule. Rules for the whole rate table have the sources of all its rows. */
function sourceOf({ source }: Rule, { rates }: ReceiptLaw): string {
  const ofTable = isTable(rates) ? [...new Set(rates.map((row) => row.citation))].join('; ') : undefined;
  return source === ofTable ? 'those of the [rates](#rates)' : escape(source);
}

function link(rule: Rule, pack: LawPack, told: Told): string {
  const { page, heading } = placeOf(told, pack, rule);
  return `[${code(rule.id)}](${page === pack.id ? '' : `${page}.md`}#${anchor(heading)})`;
}

function ownSections(pack: LawPack, own: readonly ToldRule[]): string[] {
  if (own.length === 0) return [];
  const base = existsSync(`packs/${pack.id}/base.json`) ? `[base.json](../../packs/${pack.id}/base.json) or ` : '';
  return [
    '## Custom rules',
    wrap(
      `An example is ${base}the [plain sale](#a-plain-sale) below with the changes shown; lines that begin with → are the answer of the library.`,
    ),
    ...own.flatMap((told) => [
      `### ${told.heading}`,
      wrap(escape(summaryOf(told.rule, pack.law))),
      ...ruleSection(told, [`Severity: ${told.rule.severity}`, `Source: ${escape(told.rule.source)}`]),
    ]),
    '### A plain sale',
    plainSale(pack),
  ];
}
