import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createRegistry,
  lawChanges,
  ISSUE_CODES,
  type Business,
  type LawPack,
  type RateWindows,
  type Reference,
  type Rule,
  type RulePack,
} from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { ruleCatalogue } from '../../scripts/generate/rule-catalogue.js';
import { calendars, readPending } from '../../scripts/generate/rule-catalogue/changes-page.js';
import { examplesOf } from '../../scripts/generate/rule-catalogue/examples.js';
import { judgeCases } from '../../scripts/generate/rule-catalogue/judge.js';
import { obligationsIn } from '../../scripts/generate/rule-catalogue/law-sections.js';
import { readNotes } from '../../scripts/generate/rule-catalogue/note-sections.js';
import { wrap } from '../../scripts/generate/rule-catalogue/markdown.js';
import { sitePages } from '../../scripts/docs/pages.js';
import { readLaw } from '../../scripts/generate/read-law.js';
import { isTable } from '../../src/law/rates-on.js';
import { summaryOf } from '../../src/rules/summaries.js';
import { baseOf, casesOf } from '../support/cases';
import { changed, type Change } from '../support/changes';
import { documentOf } from '../support/document-of';
import { testPacks } from '../support/test-packs';
import { anchorsOf } from './anchors.js';
import { ROOT } from './blocks.js';

const catalogue = await ruleCatalogue();
const read = (path: string): string => catalogue[path]!;
const pageOf = ({ id }: RulePack): string => read(`docs/rules/${id}.md`);
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');
/** The text of a page without Markdown syntax. */
const plainText = (text: string): string => flat(text).replaceAll(/\\([\\`*<_|])/g, '$1');

/** A page links to the URL of a reference, by its title, and has its note. */
function expectReference(page: string, { url, title, note }: Reference): void {
  if (url !== undefined) expect(page).toContain(`](${url})`);
  if (title !== undefined) expect(page).toContain(url === undefined ? flat(title) : `[${flat(title)}](${url})`);
  if (note !== undefined) expect(page).toContain(flat(note));
}

/** The text under each heading of a level, by the heading. */
function sections(page: string, level = '##'): Map<string, string> {
  return new Map(
    page
      .split(new RegExp(`^${level} `, 'm'))
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')).replaceAll('`', ''), section]),
  );
}

/** An example on the page: its settings and the result. */
function parse(block: string) {
  const lines = block.trim().split('\n');
  const answer = lines.filter((line) => line.startsWith('→ ')).map((line) => line.slice(2));
  const changes: Change[] = [];
  const productTaxClass = new Map<number, string>();
  let business: Business | undefined;
  let rateWindows: RateWindows | undefined;
  let original: { timestamp: string } | undefined;
  for (const line of lines.slice(1).filter((line) => !line.startsWith('→ '))) {
    const [, left = '', right = 'null'] = /^(.*?) = (.*)$/.exec(line) ?? [];
    const value = JSON.parse(right) as unknown;
    const index = /^option productTaxClass of items\[(\d+)\]$/.exec(left)?.[1];
    if (line.startsWith('remove ')) changes.push({ remove: line.slice('remove '.length) });
    else if (left === 'business') business = value as Business;
    else if (left === 'option rateWindows') rateWindows = value as RateWindows;
    else if (left === 'option original') original = { timestamp: String(value) };
    else if (index !== undefined) productTaxClass.set(Number(index), String(value));
    else changes.push({ set: left, value });
  }
  return { from: lines[0], answer, changes, business, rateWindows, original, productTaxClass };
}

describe('the catalogue', () => {
  it('has a page for every pack, one for shared rules, and one for codes', () => {
    const pages = [
      ...packs.map(({ id }) => `docs/rules/${id}.md`),
      'docs/rules/shared.md',
      'docs/countries.md',
      'docs/changes.md',
      'docs/codes.md',
    ];
    expect(Object.keys(catalogue).sort()).toEqual(pages.sort());
  });

  it('says of codes what the page in the repository says, which has no links to the pages of rules', () => {
    const inRepository = readFileSync(join(ROOT, 'docs/codes.md'), 'utf8');
    const text = (page: string) =>
      flat(page.slice(page.indexOf('\n## '))).replaceAll(/\[(`[^`]+`)\]\(rules[^)]*\)/g, '$1');
    expect(text(read('docs/codes.md'))).toBe(text(inRepository));
    expect(inRepository).not.toContain('](rules/');
  });

  it('cannot be made where a rule has no case', () => {
    const [pack] = testPacks;
    const cases = judgeCases(pack!, casesOf(pack!));
    for (const rule of pack!.rules) {
      const [code] = rule.codes;
      const others = cases.filter(({ reports }) => !reports.some((report) => report.rule === rule.id));
      expect(() => examplesOf(pack!, rule, others)).toThrow(
        `no case shows that rule ${rule.id} raises ${String(code)}`,
      );
      const firing = cases.filter(({ reports }) => reports.some((report) => report.rule === rule.id));
      expect(() => examplesOf(pack!, rule, firing)).toThrow(`no case shows that rule ${rule.id} stays silent`);
    }
  });

  it('explains every code, with a link to each rule that raises it', () => {
    const codes = sections(read('docs/codes.md'));
    expect([...codes.keys()]).toEqual(Object.keys(ISSUE_CODES));
    for (const section of codes.values()) {
      expect(section).toMatch(/^- Severity: \w/m);
      expect(section).toMatch(/^- Raised by \S/m);
    }
    for (const { id, rules } of packs) {
      for (const rule of rules) {
        const page = isShared(rule) ? 'shared' : id;
        for (const code of rule.codes) {
          expect(flat(codes.get(code)!)).toMatch(
            new RegExp(`\\[\`${rule.id}\`\\]\\(rules/${page}\\.md#${rule.id}(?:-under-[\\w-]+)?\\)`),
          );
        }
      }
    }
  });

  it('has links that lead to headings', () => {
    const { pages } = sitePages(ROOT, catalogue);
    const anchors = new Map([...pages].map(([path, text]) => [path, anchorsOf(text)]));
    const links = [...pages].flatMap(([page, text]) =>
      [...text.matchAll(/\]\(\/([^)#]+\.md)#([^)]+)\)/g)].map(([, path = '', anchor = '']) => ({ page, path, anchor })),
    );
    expect(links.length).toBeGreaterThan(1_000);
    expect(links.filter(({ path, anchor }) => !anchors.get(path)!.has(anchor))).toEqual([]);
  });

  it('breaks lines at 120 columns, but neither code nor links', () => {
    const text = `${'word '.repeat(23)}\`a b\` [a link](to.md) ${'word '.repeat(30)}- 1. end`;
    const lines = wrap(text, '- ').split('\n');
    expect(lines.every((line) => line.length <= 120)).toBe(true);
    expect(lines.slice(1).every((line) => /^ {2}[^\s\-\d]/.test(line))).toBe(true);
    expect(lines.join('\n')).toContain('`a b`');
    expect(lines.join('\n')).toContain('[a link](to.md)');
  });
});

/** Packs that have a rule with the same codes. */
const packsWith = (rule: Rule): LawPack[] =>
  packs.filter(({ rules }) => rules.some(({ id, codes }) => id === rule.id && codes.join() === rule.codes.join()));
const isShared = (rule: Rule): boolean => packsWith(rule).length > 1;

/** The examples in the section of a rule are correct: the library returns what they show. */
function expectTrue(section: string, rule: Rule, pack: LawPack): void {
  const base = baseOf(pack);
  const registry = createRegistry([pack]);
  const examples = [...section.matchAll(/^```text\n(.*?)^```$/gms)].map(([, block]) => parse(block!));
  expect(examples).toHaveLength(rule.codes.length + 1);
  examples.forEach(({ from, answer, changes, business = base.business, rateWindows, original, productTaxClass }, i) => {
    expect(['base.json', 'a plain sale']).toContain(from);
    const document = changed(from === 'base.json' ? base.document : documentOf(pack.law, {}), changes) as {
      items: unknown[];
    };
    const options = {
      rateWindows,
      original,
      productTaxClass: (item: unknown) => productTaxClass.get(document.items.indexOf(item)),
    };
    const { valid, issues, warnings } = registry.validate(document, business, options);
    const lines = [...issues, ...warnings].map(
      ({ field, code, severity, message }) =>
        `${field} ${code}${severity === 'warning' ? ' (warning)' : ''}: ${message}`,
    );
    expect(answer).toEqual([...(valid ? ['valid'] : []), ...lines]);
    const raised = [...issues, ...warnings].map(({ code }) => code);
    if (i < rule.codes.length) expect(raised).toContain(rule.codes[i]);
    else expect(valid).toBe(true);
  });
}

describe('the page of changes', () => {
  const text = read('docs/changes.md');
  const laws = packs.map(({ id }) => readLaw(id));

  it('has each change after the last review, each of the year before, and each that is announced', () => {
    const page = sections(text);
    const daysOf = (heading: string) =>
      [...page.get(heading)!.matchAll(/^\| (\d{4}-\d\d-\d\d) \|/gm)].map(([, day]) => day!);
    const review = laws
      .map(({ reviewed = '' }) => reviewed)
      .sort()
      .at(-1)!;
    const next = new Date(Date.parse(review) + 86_400_000).toISOString().slice(0, 10);
    // Packs do not have the rows that are only listed.
    const all = laws.map((law) => ({ law }));
    expect(daysOf('To come')).toEqual(lawChanges(all, next, '9999-12-31').map(({ day }) => day));
    expect(daysOf('To come').length).toBeGreaterThan(0);
    const before = new Date(Date.parse(review) - 365 * 86_400_000).toISOString().slice(0, 10);
    expect(daysOf('The past year')).toEqual(
      lawChanges(all, before, review)
        .map(({ day }) => day)
        .reverse(),
    );
    expect(daysOf('Not checked yet')).toEqual(readPending().map(({ day }) => day));
  });

  it('links to a calendar of all changes, and to one of each country', () => {
    const files = new Map(calendars(laws));
    const linked = [...text.matchAll(/\]\(\/([^)]+\.ics)\)/g)].map(([, path]) => path!);
    expect(linked.sort()).toEqual([...files.keys()].sort());
    expect(files.size).toBe(packs.length + 1);
    const count = (path: string) => files.get(path)!.split('BEGIN:VEVENT').length - 1;
    const each = packs.map(({ country }) => count(`changes/${country}.ics`));
    expect(count('changes.ics')).toBe(each.reduce((a, b) => a + b));
  });
});

describe('the page of shared rules', () => {
  const page = sections(read('docs/rules/shared.md'));
  const isRule = (name: string): boolean => name !== 'Overview' && !name.startsWith('A plain sale of ');
  const keyOf = ({ id, codes }: Rule): string => `${id} ${codes.join()}`;
  const shown = [...page]
    .filter(([name]) => isRule(name))
    .map(([name, section]) => {
      const [, shownBy] = /changes to \[a plain sale of (\S+?)\]/.exec(flat(section)) ?? [];
      const pack = packs.find(({ id }) => id === shownBy)!;
      return { name, section, pack, rule: pack.rules.find(({ id }) => id === name.split(' under ')[0])! };
    });

  it('has a section for every rule that more than one pack has, and for no other', () => {
    const shared = new Set(packs.flatMap(({ rules }) => rules.filter(isShared).map(keyOf)));
    expect(shown.map(({ rule }) => keyOf(rule)).sort()).toEqual([...shared].sort());
  });

  it.each(shown)('$name: says what it demands under one law, who has it, and its examples are true', (one) => {
    const { section, pack, rule } = one;
    expect(page.get(`A plain sale of ${pack.id}`)).toContain(JSON.stringify(documentOf(pack.law, {}), undefined, 1));
    expect(plainText(section)).toContain(summaryOf(rule, pack.law));
    expect(plainText(section)).toContain(`- Severity: ${rule.severity} - Source: ${rule.source}`);
    const [told = ''] = flat(section).split('- Packs: ')[1]!.split(' - Examples:');
    const named = [...told.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
    const others = packs.map((one) => one.id).filter((one) => !named.includes(one));
    const having = packsWith(rule).map((one) => one.id);
    expect(told.startsWith('all') ? others : named).toEqual(having);
    expectTrue(section, rule, pack);
  });
});

const withoutTags = (text: string): string => text.replaceAll(/<[^<>]+>/g, '');
const cellsOf = (line: string): string[] =>
  line
    .slice(2, -2)
    .split(/(?<!\\) \| /)
    .map((cell) => plainText(withoutTags(cell)).trim());
const daysIn = (row: { readonly from?: string | undefined; readonly until?: string | undefined }): string =>
  `${row.from ?? 'start not known'} – ${row.until ?? 'in force'}`;
const foundBy = ({ evidence = 'not stated', readOn }: { readonly evidence?: string; readonly readOn?: string }) =>
  `${evidence}${readOn === undefined ? '' : `, ${readOn}`}`;

describe.each(packs.map((pack) => [pack.id, pack] as const))('the page of %s', (_, pack) => {
  const text = pageOf(pack);
  const page = sections(text);
  const law = readLaw(pack.id);
  const own = pack.rules.filter((rule) => !isShared(rule));
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  const sources = withoutTags(plainText(page.get('Sources')!));
  /** The parts for people, without the sources, whose titles are as others wrote them. */
  const forPeople = text.slice(0, text.indexOf('## Sources'));
  /** The rows of the tables in a section, without their headings. */
  const table = (heading: string): string[][] =>
    (page.get(heading) ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map(cellsOf)
      .filter((cells) => /^[A-Z]{2}\u2011.+ \[report an error\]/.test(cells.at(-1)!));

  it('has its parts in order, those for developers at the end', () => {
    const { territories = [], aliases = [], outside = [] } = law;
    const regimes = isTable(law.rates) ? law.rates.filter(({ regime }) => regime !== undefined) : [];
    const places = [...territories, ...aliases, ...outside, ...regimes];
    expect([...page.keys()]).toEqual([
      'In one minute',
      'A receipt',
      'Rates',
      'Cash rounding',
      'What a receipt must show',
      'Limit of cash',
      'Corrections',
      ...(places.length === 0 ? [] : ['Territories and regimes']),
      'Not checked',
      'Changes',
      'Sources',
      'For developers',
    ]);
  });

  it('has each row of the law once, with its days and its evidence', () => {
    const rates = isTable(law.rates) ? law.rates : [];
    expect(table('Rates').map(([rate, , days, , evidence, outside]) => [rate, days, evidence, outside])).toEqual(
      rates.map((row) => [String(row.rate), daysIn(row), foundBy(row), row.enforce ? 'refused' : 'warned']),
    );
    const { cashRounding, stateRounding = [], cashLimits = [] } = law;
    expect(table('Cash rounding').map((cells) => cells.find((cell) => EVIDENCE.test(cell)))).toEqual(
      [...cashRounding, ...stateRounding].map(foundBy),
    );
    expect(table('What a receipt must show').map(([what, days, , , , , , evidence]) => [what, days, evidence])).toEqual(
      obligationsIn(law).map((row) => [row.description, daysIn(row), foundBy(row)]),
    );
    expect(table('Limit of cash').map(([, days, , , evidence]) => [days, evidence])).toEqual(
      cashLimits.map((row) => [daysIn(row), foundBy(row)]),
    );
  });

  it('has an id for each row, once, and a link to report it', () => {
    const ids = [...text.matchAll(/<a id="([^"]+)"><\/a>([^ ]+) \[report an error\]\(([^)]+)\)/g)];
    expect(new Set(ids.map(([, id]) => id)).size).toBe(ids.length);
    for (const [, id, shown] of ids) expect(shown!.replaceAll('\u2011', '-').toLowerCase()).toBe(id);
    const count = ['Rates', 'Cash rounding', 'What a receipt must show', 'Limit of cash', 'Corrections'];
    expect(ids).toHaveLength(count.flatMap(table).length);
  });

  it('links every number to its source, and has no source that nothing cites', () => {
    const cited = new Set([...text.matchAll(/\\\[(\d+)\\\]/g)].map(([, number]) => number));
    const linked = [...text.matchAll(/\[\\\[(\d+)\\\]\]\(#source-(\d+)\)/g)];
    for (const [, number, target] of linked) expect(number).toBe(target);
    expect(new Set(linked.map(([, number]) => number))).toEqual(cited);
    const listed = [...text.matchAll(/<a id="source-(\d+)">/g)].map(([, number]) => number);
    expect([...cited].sort()).toEqual(listed.sort());
  });

  it('speaks to people: no codes as names, nothing that only points elsewhere', () => {
    const prose = withoutTags(forPeople).replaceAll(/`[^`]*`|\]\([^)]*\)|https?:\S+/g, '');
    expect(prose.match(/\b[a-z]+_[a-z_]+\b/g) ?? []).toEqual([]);
    expect(prose).not.toMatch(/\bSee\b|No source/);
    const tables = forPeople.replaceAll(/```.*?```|\]\([^)]*\)|<a [^>]+>/gs, '');
    const dates = [...tables.matchAll(/(?<![\w-])\d{4}-\d\d-\d\d(?![\w-])/g)];
    expect(dates.filter(({ index }) => !tables.slice(0, index).endsWith('<time>')).map(([date]) => date)).toEqual([]);
  });

  it('draws a receipt with a number for each requirement that has a field', () => {
    const section = page.get('A receipt')!;
    const numbers = [...section.matchAll(/\[(\d+)\] (?:✓|warned|✗)/g)].map(([, number]) => Number(number));
    const told = section.split('\n').filter((line) => /^\| \d+ \|/.test(line));
    expect(numbers.sort((a, b) => a - b)).toEqual(told.map((__, i) => i + 1));
    const asked = (law.obligations ?? []).filter((row) => row.anyOf.flat().length > 0 || row.when !== undefined);
    expect(told).toHaveLength(2 + asked.length);
  });

  it('names each rule with its severity, what it demands and its source', () => {
    const bySeverity = sections(page.get('For developers')!, '####');
    const told = (heading: string): string[] =>
      [...(bySeverity.get(heading) ?? '').matchAll(/^\| \[`([^`]+)`\]/gm)].map(([, id]) => id!);
    const having = (severity: string): string[] =>
      pack.rules.filter((rule) => rule.severity === severity).map(({ id }) => id);
    expect(told('Errors')).toEqual(having('error'));
    expect(told('Warnings')).toEqual(having('warning'));
    for (const rule of pack.rules) {
      const page = isShared(rule) ? 'shared.md' : '';
      const row = plainText(rows.find((line) => line.startsWith(`| [\`${rule.id}\`](${page}#${rule.id}`))!);
      expect(row).toContain(`| ${summaryOf(rule, law)} |`);
      expect(row.includes(rule.source) || row.includes('those of the [rates](#rates)')).toBe(true);
    }
  });

  it('says where each part of the law can be read', () => {
    const fields = law.extensions.flatMap((space) => [space, ...space.fields]);
    const rates = isTable(law.rates) ? law.rates : [law.rates];
    for (const { citation, references = [] } of [law.tax, ...rates, ...law.cashRounding, ...fields]) {
      expect(sources).toContain(flat(citation));
      for (const reference of references) expectReference(sources, reference);
    }
    for (const { act, article, url } of isTable(law.rates) ? law.rates : []) {
      if (act === undefined) continue;
      const name = [act, article].filter((part) => part !== undefined).join(', ');
      expect(sources).toContain(url === undefined ? flat(name) : `[${flat(name)}](${url})`);
    }
  });

  it('says what the law covers, and where', () => {
    for (const fact of [
      law.name.en,
      law.name.local,
      law.description!,
      law.timeZone,
      law.reviewed ?? 'not stated',
      law.tax.name,
    ])
      expect(plainText(text)).toContain(fact);
  });

  it('tells every field with its form, and every note', () => {
    for (const { namespace, fields } of law.extensions) {
      for (const { name, pattern = '', type } of fields) {
        const row = rows.find((line) => line.startsWith(`| \`${namespace}.${name}\` |`))!;
        expect(row).toContain(` | ${type}`);
        expect(row.replaceAll('\\|', '|')).toContain(pattern);
      }
    }
    for (const { about, text: note, references = [] } of readNotes(pack.id)) {
      expect(withoutTags(plainText(text))).toContain(flat(`\`${about}\`: ${note}`));
      for (const reference of references) expectReference(withoutTags(plainText(text)), reference);
    }
  });

  it.each(own.map((rule) => [rule.id, rule] as const))('%s: its own examples are true', (name, rule) => {
    const section = sections(page.get('For developers')!, '####').get(name)!;
    expect(plainText(section)).toContain(`- Severity: ${rule.severity} - Source: ${rule.source} - Reads:`);
    expectTrue(section, rule, pack);
  });
});

const EVIDENCE = /^(?:read|quoted|secondary|contradicted|general knowledge|not found|not stated)(?:, |$)/;

describe('the list of countries', () => {
  it('has each country once, with a link to its page', () => {
    const list = read('docs/countries.md');
    const linked = [...list.matchAll(/^\| \[([^\]]+)\]\(rules\/([^)]+)\.md\) \| ([A-Z]{2}) \|/gm)];
    const laws = packs.map(({ id }) => readLaw(id)).sort((a, b) => (a.name.en < b.name.en ? -1 : 1));
    expect(linked.map(([, name, id, country]) => [name, id, country])).toEqual(
      laws.map(({ name, id, country }) => [name.en, id, country]),
    );
    expect(list).toContain('<div class="sortable">');
  });
});
