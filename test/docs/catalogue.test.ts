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
import { calendars, readPending } from '../../scripts/generate/rule-catalogue/changes-page.js';
import { examplesOf } from '../../scripts/generate/rule-catalogue/examples.js';
import { judgeCases } from '../../scripts/generate/rule-catalogue/judge.js';
import { obligationsIn } from '../../scripts/generate/rule-catalogue/law-sections.js';
import { CAUSE_TEXTS } from '../../cli/cause-texts.js';
import { goodsOf, nativeTermOf } from '../../scripts/generate/rule-catalogue/goods.js';
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
import { catalogue, sections } from './built-catalogue';
import { ROOT } from './blocks.js';

const read = (path: string): string => catalogue[path]!;
const pageOf = ({ country }: RulePack): string => read(`docs/countries/${country.toLowerCase()}.md`);
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');
/** A page's text without Markdown syntax. */
const plainText = (text: string): string => flat(text).replaceAll(/\\([\\`*<_|])/g, '$1');

/** Expects that a page links to a reference by its title, and contains its note. */
function expectReference(page: string, { url, title, note }: Reference): void {
  if (url !== undefined) expect(page).toContain(`](${url})`);
  if (title !== undefined) expect(page).toContain(url === undefined ? flat(title) : `[${flat(title)}](${url})`);
  if (note !== undefined) expect(page).toContain(flat(note));
}

/** Parses an example on the page into its settings and the result. */
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
  it('has a page for every country, a page for shared rules, and a page for each code and cause', () => {
    const pages = [
      ...packs.map(({ country }) => `docs/countries/${country.toLowerCase()}.md`),
      'docs/rules.md',
      'docs/countries.md',
      'docs/classes.md',
      'docs/changes.md',
      'docs/codes.md',
      ...Object.keys(ISSUE_CODES).map((code) => `docs/codes/${code}.md`),
      'docs/causes.md',
      ...Object.keys(CAUSE_TEXTS).map((code) => `docs/causes/${code}.md`),
    ];
    expect(Object.keys(catalogue).sort()).toEqual(pages.sort());
  });

  it('cannot be generated if a rule has no case', () => {
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

  it('links from every code to each rule that raises it', () => {
    for (const { country, rules } of packs) {
      for (const rule of rules) {
        const path = isShared(rule) ? 'rules' : `countries/${country.toLowerCase()}`;
        for (const code of rule.codes) {
          expect(flat(read(`docs/codes/${String(code)}.md`))).toMatch(
            new RegExp(`\\[\`${rule.id}\`\\]\\((?:\\.\\./)+${path}\\.md#${rule.id}(?:-under-[\\w-]+)?\\)`),
          );
        }
      }
    }
  });

  it('links only to existing headings', () => {
    const { pages } = sitePages(ROOT, catalogue);
    const anchors = new Map([...pages].map(([path, text]) => [path, anchorsOf(text)]));
    const links = [...pages].flatMap(([page, text]) =>
      [...text.matchAll(/\]\(\/([^)#]+\.md)#([^)]+)\)/g)].map(([, path = '', anchor = '']) => ({ page, path, anchor })),
    );
    expect(links.length).toBeGreaterThan(1_000);
    expect(links.filter(({ path, anchor }) => !anchors.get(path)!.has(anchor))).toEqual([]);
  });

  it('wraps lines at 120 columns, except inside code and links', () => {
    const text = `${'word '.repeat(23)}\`a b\` [a link](to.md) ${'word '.repeat(30)}- 1. end`;
    const lines = wrap(text, '- ').split('\n');
    expect(lines.every((line) => line.length <= 120)).toBe(true);
    expect(lines.slice(1).every((line) => /^ {2}[^\s\-\d]/.test(line))).toBe(true);
    expect(lines.join('\n')).toContain('`a b`');
    expect(lines.join('\n')).toContain('[a link](to.md)');
  });
});

/** The packs that have this rule with the same codes. */
const packsWith = (rule: Rule): LawPack[] =>
  packs.filter(({ rules }) => rules.some(({ id, codes }) => id === rule.id && codes.join() === rule.codes.join()));
const isShared = (rule: Rule): boolean => packsWith(rule).length > 1;

/** Expects that the library returns the results that a rule's section shows. */
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

describe('the page of law changes', () => {
  const text = read('docs/changes.md');
  const laws = packs.map(({ id }) => readLaw(id));

  it('lists recent changes, changes after the last review, and announced changes', () => {
    const page = sections(text);
    const daysOf = (heading: string) =>
      [...page.get(heading)!.matchAll(/^\| <time>(\d{4}-\d\d-\d\d)<\/time> \|/gm)].map(([, day]) => day!);
    const review = laws
      .map(({ reviewed = '' }) => reviewed)
      .sort()
      .at(-1)!;
    const next = new Date(Date.parse(review) + 86_400_000).toISOString().slice(0, 10);
    // Reads the law files, because packs omit the rows that are only listed on pages.
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

  it('links to a calendar with all changes, and to a calendar for each country', () => {
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
  const page = sections(read('docs/rules.md'));
  const isRule = (name: string): boolean => name !== 'Overview' && !name.startsWith('A plain sale of ');
  const keyOf = ({ id, codes }: Rule): string => `${id} ${codes.join()}`;
  const shown = [...page]
    .filter(([name]) => isRule(name))
    .map(([name, section]) => {
      const [, shownBy] = /changes to \[a plain sale of (\S+?)\]/.exec(flat(section)) ?? [];
      const pack = packs.find(({ id }) => id === shownBy)!;
      return { name, section, pack, rule: pack.rules.find(({ id }) => id === name.split(' under ')[0])! };
    });

  it('has exactly one section per rule that several packs share', () => {
    const shared = new Set(packs.flatMap(({ rules }) => rules.filter(isShared).map(keyOf)));
    expect(shown.map(({ rule }) => keyOf(rule)).sort()).toEqual([...shared].sort());
  });

  it.each(shown)('states the requirement, the packs and correct examples: $name', (one) => {
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

const withoutTags = (text: string): string => text.replaceAll('<br>', ' / ').replaceAll(/<[^<>]+>/g, '');
const cellsOf = (line: string): string[] =>
  line
    .slice(2, -2)
    .split(/(?<!\\) \| /)
    .map((cell) => plainText(withoutTags(cell)).trim());
const startsWith = (text: string) => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
const daysIn = (row: { readonly from?: string | undefined; readonly until?: string | undefined }): string =>
  `${row.from ?? 'start not known'} – ${row.until ?? 'in force'}`;
const foundBy = (row: { readonly evidence?: string; readonly readOn?: string; readonly enforce?: boolean }) => {
  const { evidence = 'not stated', readOn, enforce } = row;
  const mark = enforce === false ? '○' : evidence === 'read' ? '●' : '◐';
  return `${mark} ${evidence}${readOn === undefined ? '' : `, ${readOn}`}`;
};

describe.each(packs.map((pack) => [pack.id, pack] as const))('the page of %s', (_, pack) => {
  const text = pageOf(pack);
  const page = sections(text);
  const parts = new Map([...page, ...sections(text.replaceAll(/^## .*$/gm, '### '), '###')]);
  const law = readLaw(pack.id);
  const own = pack.rules.filter((rule) => !isShared(rule));
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  const sources = withoutTags(plainText(page.get('Sources')!));
  /** The text that we wrote, without the sources, whose titles we did not write. */
  const forPeople = text.slice(0, text.indexOf('## For developers'));
  /** The table rows in a section, without the headings. */
  const table = (heading: string): string[][] =>
    (parts.get(heading) ?? '')
      .split('\n\n###', 1)[0]!
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map(cellsOf)
      .filter((cells) => cells.at(-1)!.startsWith('[report an error]'));

  it('has the sections in order, with those for developers last', () => {
    expect([...page.keys()]).toEqual([
      'In one minute',
      'A receipt',
      'Rates',
      'Cash rounding',
      'What a receipt must show',
      'Not checked',
      'For developers',
      'Sources',
      'Changes',
      'Report an error',
    ]);
    const { territories = [], aliases = [], outside = [] } = law;
    const regimes = isTable(law.rates) ? law.rates.filter(({ regime }) => regime !== undefined) : [];
    const places = [...territories, ...aliases, ...outside, ...regimes];
    expect(parts.has('Territories and regimes')).toBe(places.length > 0);
    expect([parts.has('Cash limits'), parts.has('Corrections')]).toEqual([true, true]);
  });

  it('contains no regular expressions and no class names', () => {
    expect(text).not.toMatch(/\^\(|\\d|\[A-Z|\(\?:/);
    const rates = isTable(law.rates) ? law.rates : [];
    const names = new Set(rates.flatMap(({ productTaxClass }) => productTaxClass ?? []));
    const shown = [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
    expect(shown.filter((name) => (names as ReadonlySet<string>).has(name))).toEqual([]);
    expect(
      withoutTags(text)
        .match(/\b[a-z]+_[a-z_]+\b/g)
        ?.filter((word) => (names as ReadonlySet<string>).has(word)) ?? [],
    ).toEqual([]);
  });

  it('lists each row of the law once, with dates and evidence', () => {
    const rates = isTable(law.rates) ? law.rates : [];
    const rows = table('Rates');
    const wanted = new Map<string, typeof rates>();
    for (const row of rates) {
      const key = `${row.rate} ${goodsOf(law, row).replaceAll('\\', '')}`;
      wanted.set(key, [...(wanted.get(key) ?? []), row]);
    }
    expect(rows.map(([rate, goods = '']) => `${rate} ${goods.split(' / ')[0]}`).sort()).toEqual(
      [...wanted.keys()].sort(),
    );
    for (const [rate, cell = '', days, , evidence] of rows) {
      const [goods = '', ...others] = cell.split(' / ');
      const of = [...wanted.get(`${rate} ${goods}`)!].sort((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1));
      expect(days).toBe(of.map(daysIn).join(' / '));
      expect(evidence).toBe([...new Set(of.map(foundBy))].join(' / '));
      const terms = [nativeTermOf(law, of[0]!), ...new Set(of.map(({ note = '' }) => note))];
      expect(others).toEqual(terms.map(plainText).filter(Boolean));
    }
    const { cashRounding, stateRounding = [], cashLimits = [] } = law;
    const found = (heading: string) => table(heading).map((cells) => cells.find((cell) => EVIDENCE.test(cell)));
    expect(found('Cash rounding')).toEqual(cashRounding.map(foundBy));
    expect(found('By state')).toEqual(stateRounding.map(foundBy));
    expect(table('What a receipt must show').map(([what, , , checked, evidence]) => [what, checked, evidence])).toEqual(
      obligationsIn(law).map((row) => [
        expect.stringMatching(startsWith(`${row.description} / ${daysIn(row)}`)) as string,
        { rule: '✓ refused', warning: '✓ warned of', listed: '✗ not checked' }[row.level],
        foundBy(row),
      ]),
    );
    expect(table('Cash limits').map(([, days, , , evidence]) => [days, evidence])).toEqual(
      cashLimits.map((row) => [daysIn(row), foundBy(row)]),
    );
  });

  it("draws each rate's dates as bars, hollow if not enforced", () => {
    const rates = isTable(law.rates) ? law.rates : [];
    const drawn = [...text.matchAll(/<rect class="(bar[^"]*)" x="(\d+)" y="3" width="(\d+)"/g)];
    expect(drawn).toHaveLength(rates.length);
    expect(drawn.filter(([, name]) => name !== 'bar')).toHaveLength(rates.filter(({ enforce }) => !enforce).length);
    for (const [, , x, width] of drawn) {
      expect(Number(width)).toBeGreaterThan(0);
      expect(Number(x) + Number(width)).toBeLessThanOrEqual(162);
    }
  });

  it('has a unique id, and a link to report an error, for each row', () => {
    const ids = [...text.matchAll(/<a id="([a-z]{2}-[^"]+)"><\/a>\[report an error\]\([^)]+\)/g)].map(([, id]) => id!);
    expect(new Set(ids).size).toBe(ids.length);
    const { cashRounding, stateRounding = [], cashLimits = [], rates } = law;
    const count = [isTable(rates) ? rates : [], cashRounding, stateRounding, obligationsIn(law), cashLimits].flat()
      .length;
    expect(ids).toHaveLength(count + table('Corrections').length);
  });

  it('links every number to its source, and cites every source', () => {
    const cited = new Set([...text.matchAll(/\\\[(\d+)\\\]/g)].map(([, number]) => number));
    const linked = [...text.matchAll(/\[\\\[(\d+)\\\]\]\(#source-(\d+)\)/g)];
    for (const [, number, target] of linked) expect(number).toBe(target);
    expect(new Set(linked.map(([, number]) => number))).toEqual(cited);
    const listed = [...text.matchAll(/<a id="source-(\d+)">/g)].map(([, number]) => number);
    expect([...cited].sort()).toEqual(listed.sort());
  });

  it('uses no codes as names, and marks dates as such', () => {
    const prose = withoutTags(forPeople).replaceAll(/`[^`]*`|\]\([^)]*\)|https?:\S+/g, '');
    expect(prose.match(/\b[a-z]+_[a-z_]+\b/g) ?? []).toEqual([]);
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
    const paper = [...section.matchAll(/^│(.{40})│/gm)].map(([, line]) => line);
    expect(paper.length).toBeGreaterThan(10);
    expect(paper.join('\n')).not.toMatch(/biz_|Line/);
  });

  it('lists each rule with severity, requirement and source', () => {
    const bySeverity = sections(page.get('For developers')!, '####');
    const told = (heading: string): string[] =>
      [...(bySeverity.get(heading) ?? '').matchAll(/^\| \[`([^`]+)`\]/gm)].map(([, id]) => id!);
    const having = (severity: string): string[] =>
      pack.rules.filter((rule) => rule.severity === severity).map(({ id }) => id);
    expect(told('Errors')).toEqual(having('error'));
    expect(told('Warnings')).toEqual(having('warning'));
    for (const rule of pack.rules) {
      const page = isShared(rule) ? '../rules.md' : '';
      const row = plainText(rows.find((line) => line.startsWith(`| [\`${rule.id}\`](${page}#${rule.id}`))!);
      expect(row).toContain(`| ${summaryOf(rule, law)} |`);
      expect(row.includes(rule.source) || row.includes('those of the [rates](#rates)')).toBe(true);
    }
  });

  it('links to the text behind each part of the law', () => {
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

  it('states what the law covers, and where it applies', () => {
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

  it('lists every field with its format, and every note', () => {
    for (const { namespace, fields } of law.extensions) {
      for (const { name, example, type } of fields) {
        const row = rows.find((line) => line.startsWith(`| \`${namespace}.${name}\` |`))!;
        expect(row).toContain(` | ${type}, such as \`${example}\``);
      }
    }
    for (const { about, text: note, references = [] } of readNotes(pack.id)) {
      const shown = /^rates\.[a-z_]+$/.test(about) ? ': ' : `\`${about}\`: `;
      expect(withoutTags(plainText(text))).toContain(flat(`${shown}${note}`));
      for (const reference of references) expectReference(withoutTags(plainText(text)), reference);
    }
  });

  it.each(own.map((rule) => [rule.id, rule] as const))('has correct examples for its own rule %s', (name, rule) => {
    const section = sections(page.get('For developers')!, '####').get(name)!;
    expect(plainText(section)).toContain(`- Severity: ${rule.severity} - Source: ${rule.source} - Reads:`);
    expectTrue(section, rule, pack);
  });
});

const EVIDENCE = /^[●◐○] (?:read|quoted|secondary|contradicted|general knowledge|not found|not stated)(?:, |$)/;

describe('the list of countries', () => {
  it('lists each country once, with a link to its page', () => {
    const list = read('docs/countries.md');
    const linked = [...list.matchAll(/^\| \[([^\]]+)\]\(countries\/([^)]+)\.md\) \| ([A-Z]{2}) \|/gm)];
    const laws = packs.map(({ id }) => readLaw(id)).sort((a, b) => (a.name.en < b.name.en ? -1 : 1));
    expect(linked.map(([, name, path, country]) => [name, path, country])).toEqual(
      laws.map(({ name, country }) => [name.en, country.toLowerCase(), country]),
    );
    expect(list).toContain('<div class="sortable">');
  });
});
