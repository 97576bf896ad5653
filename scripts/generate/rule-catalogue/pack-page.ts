import { existsSync } from 'node:fs';
import { isTable } from '../../../src/law/rates-on.js';
import type { ReceiptLaw } from '../../../src/law/types.js';
import type { LawPack, Rule } from '../../../src/rule/types.js';
import { summaryOf } from '../../../src/rules/summaries.js';
import { lastReview } from './changes-page.js';
import { exampleReceipt } from './example-receipt.js';
import { goodsOf } from './goods.js';
import {
  changeSections,
  correctionSections,
  extensionSections,
  headOf,
  inOneMinute,
  limitSections,
  obligationSections,
  rateSections,
  roundingSections,
  territorySections,
} from './law-sections.js';
import { anchor, code, codes, escape, list, page, table, wrap } from './markdown.js';
import { noteSections, type Note } from './note-sections.js';
import { plainSale, ruleSection } from './rule-section.js';
import { numbered, type Cite } from './sources.js';
import { placeOf, type Told, type ToldRule } from './told.js';

/**
 * The page of a country: for merchants and accountants first what the law says, row by row, with the place of each row and
 * how it is known; rules, codes and patterns are for developers, at the end.
 */
export function packPage(pack: LawPack, law: ReceiptLaw, notes: readonly Note[], told: Told): string {
  const own = told.own.get(pack.id)!;
  const { cite, list: sources } = numbered();
  const today = lastReview([law]);
  const sections = [
    ...inOneMinute(law, today),
    '## A receipt',
    ...exampleReceipt(pack, law, cite),
    ...rateSections(law, cite),
    ...roundingSections(law, cite),
    ...obligationSections(law, cite),
    ...limitSections(law, cite),
    ...correctionSections(law),
    ...territorySections(law, cite),
    '## Not checked',
    ...noteSections(notes),
    ...changeSections(law),
  ];
  const ofTax = `Tax: ${escape(law.tax.name)}. ${cite(law.tax)}`;
  const developers = developerSections(pack, law, told, own, cite);
  return page([
    `# ${law.name.en}: ${pack.id}`,
    '<!-- Generated from the pack and its cases by `npm run generate`. Do not edit. -->',
    ...(law.description === undefined ? [] : [wrap(escape(law.description))]),
    ...headOf(law),
    wrap(ofTax),
    wrap('A number in brackets leads to a [source](#sources). [All countries](../countries.md)'),
    ...sections,
    '## Sources',
    sources(),
    '## For developers',
    '<details><summary>Rules, codes and patterns</summary>',
    ...developers,
    '</details>',
  ]);
}

function developerSections(pack: LawPack, law: ReceiptLaw, told: Told, own: readonly ToldRule[], cite: Cite): string[] {
  return [
    list([
      `Rule pack: ${code(pack.id)}, tier ${code(law.documentTier)}`,
      `Tax scheme at home: ${code(law.tax.scheme)}`,
      `${code('tax.jurisdictions')}: ${law.taxJurisdictions ? 'may be sent' : 'not used'}`,
      ...(law.corrections === undefined ? [] : [`Corrections: ${codes(law.corrections)}`]),
      ...Object.entries(law.disabledRules ?? {}).map(
        ([id, why]) => `Without the shared rule ${code(id)}: ${escape(why)}`,
      ),
    ]),
    ...classesOf(law),
    ...extensionSections(law, cite),
    '### Rules',
    wrap(
      `An error refuses the document; a warning does not. A rule is silent if a field that it reads has a fault of structure. The name of a rule leads to its examples. [Codes](../codes.md) explains each code.${own.length === 0 ? '' : ' The rules that only this pack has are in full below.'}`,
    ),
    ...rulesOf(pack, told, law, 'error', '#### Errors'),
    ...rulesOf(pack, told, law, 'warning', '#### Warnings'),
    ...ownSections(pack, own),
  ];
}

/** The codes of the classes whose names are in the table of rates. */
function classesOf(law: ReceiptLaw): string[] {
  const rates = isTable(law.rates) ? law.rates : [];
  const known = [...new Set(rates.flatMap(({ productTaxClass }) => productTaxClass ?? []))];
  if (known.length === 0) return [];
  const rows = known.map((productTaxClass) => [code(productTaxClass), goodsOf(law, { productTaxClass })]);
  return ['### Product tax classes', table(['class', 'goods'], rows)];
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
    '### Custom rules',
    wrap(
      `An example is ${base}the [plain sale](#a-plain-sale) below with the changes shown; lines that begin with → are the answer of the library.`,
    ),
    ...own.flatMap((told) => [
      `#### ${told.heading}`,
      wrap(escape(summaryOf(told.rule, pack.law))),
      ...ruleSection(told, [`Severity: ${told.rule.severity}`, `Source: ${escape(told.rule.source)}`]),
    ]),
    '#### A plain sale',
    plainSale(pack),
  ];
}
