import type { LawPack, Rule } from '../../../src/rule/types.js';
import { summaryOf } from '../../../src/rules/summaries.js';
import { anchor, code, codes, escape, list, page, wrap } from './markdown.js';
import { plainSale, ruleSection } from './rule-section.js';
import { countryPath, type Told, type ToldRule } from './told.js';

/** The page about the rules that several packs have, each with examples under one law. */
export function sharedPage({ packs, shared }: Told): string {
  const shownBy = [...new Set(shared.map((told) => told.shownBy))];
  return page([
    '# Shared rules',
    '<!-- Generated from the rules and their cases by `npm run generate`. Do not edit. -->',
    wrap(
      `This page describes the rules that several packs have. A rule makes the same check in every pack. What the rule allows depends on the law, and is on each country's page: ${byId(packs).map(pageLink).join(', ')}. A rule does not run if a field that it reads has a structural fault. [Codes](codes.md) explains each code for all rules.`,
    ),
    wrap(
      "Each rule has examples under one law. If a rule's text depends on the law, the page shows the text under this law. An example is the pack's plain sale, at the end of this page, with the changes shown; lines that begin with → are the library's result.",
    ),
    '## Overview',
    list(
      shared.map(
        ({ rule, heading, shownBy }) =>
          `[${code(heading)}](#${anchor(heading)}), ${rule.severity}: ${escape(summaryOf(rule, shownBy.law))}`,
      ),
    ),
    ...shared.flatMap((told) => [`## ${told.heading}`, ...sharedSection(told, packs)]),
    ...shownBy.flatMap((pack) => [`## A plain sale of ${pack.id}`, plainSale(pack)]),
  ]);
}

function sharedSection(told: ToldRule, all: readonly LawPack[]): string[] {
  const { rule, shownBy, packs } = told;
  const shown = textsOf(rule, shownBy);
  const same = packs.map((pack) =>
    textsOf(
      pack.rules.find(({ id }) => id === rule.id)!,
      pack,
    ),
  );
  const varies = (key: keyof typeof shown): string =>
    same.every((one) => one[key] === shown[key]) ? '' : ` (under ${code(shownBy.id)}; each pack has its own)`;
  return [
    wrap(`${escape(shown.summary)}${varies('summary')}`),
    ...ruleSection(told, [
      `Severity: ${rule.severity}${varies('severity')}`,
      `Source: ${escape(rule.source)}${varies('source')}`,
      `Packs: ${packs.length === all.length ? 'all' : have(packs, all)}`,
      `Examples: changes to [a plain sale of ${shownBy.id}](#${anchor(`a plain sale of ${shownBy.id}`)})`,
    ]),
  ];
}

const textsOf = (rule: Rule, { law }: LawPack) => ({
  summary: summaryOf(rule, law),
  source: rule.source,
  severity: rule.severity,
});

const byId = (packs: readonly LawPack[]): LawPack[] => [...packs].sort((a, b) => (a.id < b.id ? -1 : 1));

/** The packs that have a rule, or, if that list is shorter, those that do not. */
function have(packs: readonly LawPack[], all: readonly LawPack[]): string {
  const others = all.filter((pack) => !packs.includes(pack));
  const ids = (some: readonly LawPack[]): string => codes(byId(some).map(({ id }) => id));
  return others.length < packs.length ? `all but ${ids(others)}` : ids(packs);
}

const pageLink = (pack: LawPack): string => `[${pack.country}](${countryPath(pack)})`;
