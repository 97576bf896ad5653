import { existsSync } from 'node:fs';
import { isTable } from '../../../src/law/rates-on.js';
import type { ReceiptLaw } from '../../../src/law/types.js';
import type { LawPack, Rule } from '../../../src/rule/types.js';
import { summaryOf } from '../../../src/rules/summaries.js';
import { lastReview } from './changes-page.js';
import { exampleReceipt } from './example-receipt.js';
import {
  changeSections,
  correctionSections,
  extensionSections,
  headOf,
  inOneMinute,
  limitSections,
  obligationSections,
  roundingSections,
  territorySections,
} from './law-sections.js';
import { anchor, code, codes, escape, list, page, table, wrap } from './markdown.js';
import { noteSections, type Note } from './note-sections.js';
import { rateSections } from './rate-sections.js';
import { plainSale, ruleSection } from './rule-section.js';
import { numbered, reportAddress, type Cite } from './sources.js';
import { countryPath, placeOf, type Told, type ToldRule } from './told.js';

/**
 * The page of a country. For merchants and accountants, the page begins with what the law says, row by row, with
 * citations and evidence. For developers, it ends with rules, codes and patterns.
 */
export function packPage(pack: LawPack, law: ReceiptLaw, notes: readonly Note[], told: Told): string {
  const { cite, list: sources } = numbered();
  const today = lastReview([law]);
  const own = told.own.get(pack.id)!;
  const sections = [
    ...inOneMinute(law, today),
    '## A receipt',
    ...exampleReceipt(pack, law, cite),
    ...rateSections(law, cite),
    ...territorySections(law, cite),
    ...roundingSections(law, cite),
    ...limitSections(law, cite),
    ...obligationSections(law, cite),
    ...correctionSections(law),
    '## Not checked',
    ...noteSections(notes),
  ];
  const ofTax = `Tax: ${escape(law.tax.name)}. ${cite(law.tax)}`;
  const developers = developerSections(pack, law, told, own, cite);
  return page([
    `# ${law.name.en}: ${escape(law.tax.name)} and receipts`,
    '<!-- Generated from the pack and its cases by `npm run generate`. Do not edit. -->',
    ...(law.description === undefined ? [] : [wrap(escape(law.description))]),
    ...headOf(law),
    wrap(ofTax),
    wrap('Numbers in brackets link to the [sources](#sources). [All countries](../countries.md)'),
    ...sections,
    '## For developers',
    '<details><summary>Rules, codes and fields</summary>',
    ...developers,
    '</details>',
    '## Sources',
    sources(),
    ...changeSections(law),
    '## Report an error',
    wrap(
      `Each row above has a link to report an error in it. [Report anything else](${reportAddress(law.country)}): what the page says, what would be right, and where the law says so.`,
    ),
  ]);
}

function developerSections(pack: LawPack, law: ReceiptLaw, told: Told, own: readonly ToldRule[], cite: Cite): string[] {
  return [
    list([
      `Rule pack: ${code(pack.id)}, tier ${code(law.documentTier)}`,
      `Domestic tax scheme: ${code(law.tax.scheme)}`,
      `${code('tax.jurisdictions')}: ${law.taxJurisdictions ? 'may be sent' : 'not used'}`,
      ...(law.corrections === undefined ? [] : [`Corrections: ${codes(law.corrections)}`]),
      ...Object.entries(law.disabledRules ?? {}).map(
        ([id, why]) => `Without the shared rule ${code(id)}: ${escape(why)}`,
      ),
    ]),
    ...(hasClasses(law)
      ? [wrap('The values of `productTaxClass` are on the page about [product tax classes](../classes.md).')]
      : []),
    ...extensionSections(law, cite),
    '### Rules',
    wrap(
      `An error means that the pack refuses the document; a warning does not. A rule does not run if a field that it reads has a structural fault. Each rule's name links to its examples. [Codes](../codes.md) explains each code.${own.length === 0 ? '' : ' The rules that only this pack has are in full below.'}`,
    ),
    ...rulesOf(pack, told, law, 'error', '#### Errors'),
    ...rulesOf(pack, told, law, 'warning', '#### Warnings'),
    ...ownSections(pack, own),
  ];
}

const hasClasses = ({ rates }: ReceiptLaw): boolean =>
  isTable(rates) && rates.some(({ productTaxClass }) => productTaxClass !== undefined);

function rulesOf(pack: LawPack, told: Told, law: ReceiptLaw, severity: Rule['severity'], heading: string): string[] {
  const rows = pack.rules
    .filter((rule) => rule.severity === severity)
    .map((rule) => [link(rule, pack, told), escape(summaryOf(rule, law)), sourceOf(rule, law)]);
  return rows.length === 0 ? [] : [heading, table(['rule', 'what it requires', 'source'], rows)];
}

/** A rule's source; for rules on the whole rate table, a link to the table's sources. */
function sourceOf({ source }: Rule, { rates }: ReceiptLaw): string {
  const ofTable = isTable(rates) ? [...new Set(rates.map((row) => row.citation))].join('; ') : undefined;
  return source === ofTable ? 'those of the [rates](#rates)' : escape(source);
}

function link(rule: Rule, pack: LawPack, told: Told): string {
  const { page, heading } = placeOf(told, pack, rule);
  return `[${code(rule.id)}](${page === countryPath(pack) ? '' : `../${page}`}#${anchor(heading)})`;
}

function ownSections(pack: LawPack, own: readonly ToldRule[]): string[] {
  if (own.length === 0) return [];
  const base = existsSync(`packs/${pack.id}/base.json`) ? `[base.json](../../packs/${pack.id}/base.json) or ` : '';
  return [
    '### Custom rules',
    wrap(
      `An example is ${base}the [plain sale](#a-plain-sale) below with the changes shown; lines that begin with → are the library's result.`,
    ),
    ...own.flatMap((told) => [
      `#### ${told.heading}`,
      wrap(escape(summaryOf(told.rule, pack.law))),
      ...ruleSection(told, [`Severity: ${told.rule.severity}`, `Source: ${escape(told.rule.source)}`], '../'),
    ]),
    '#### A plain sale',
    plainSale(pack),
  ];
}
