import type { LawPack, Rule } from '../../../src/rule/types.js';
import { summaryOf } from '../../../src/rules/summaries.js';
import { anchor, code, codes, escape, list, page, wrap } from './markdown.js';
import { plainSale, ruleSection } from './rule-section.js';
import type { Told, ToldRule } from './told.js';

/** The page of the rules that more than one pack has, each with examples under one law. */
export function sharedPage({ packs, shared }: Told): string {
  const shownBy = [...new Set(shared.map((told) => told.shownBy))];
  return page([
    '# Shared rules',
    '<!-- Generated from the rules and their cases by `npm run generate`. Do not edit. -->',
    wrap(
      `This page has the rules that more than one pack has, made from the law of each. A rule is the same check everywhere. What it allows depends on the law, and is on the page of the country: ${byId(packs).map(pageLink).join(', ')}. A rule is silent if a field that it reads has a fault of structure. [Codes](../codes.md) explains each code for all rules.`,
    ),
    wrap(
      'Each rule has examples under one law. If its text depends on the law, it is the text of that pack. An example is the plain sale of the pack, at the end of this page, with the changes shown; lines that begin with → are the answer of the library.',
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

/** The packs that have a rule, or those that do not, if that is shorter. */
function have(packs: readonly LawPack[], all: readonly LawPack[]): string {
  const others = all.filter((pack) => !packs.includes(pack));
  const ids = (some: readonly LawPack[]): string => codes(byId(some).map(({ id }) => id));
  return others.length < packs.length ? `all but ${ids(others)}` : ids(packs);
}

const pageLink = ({ id, country }: LawPack): string => `[${country}](${id}.md)`;
