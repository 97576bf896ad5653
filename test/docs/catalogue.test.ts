import { readFileSync } from 'node:fs';
import { createRegistry, ISSUE_CODES, type Business, type RateWindows, type RulePack } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { ruleCatalogue } from '../../scripts/generate/rule-catalogue.js';
import { examplesOf } from '../../scripts/generate/rule-catalogue/examples.js';
import { judgeCases } from '../../scripts/generate/rule-catalogue/judge.js';
import { wrap } from '../../scripts/generate/rule-catalogue/markdown.js';
import { baseOf } from '../support/cases';
import { changed, type Change } from '../support/changes';
import { documentOf } from '../support/document-of';
import { testPacks } from '../support/test-packs';

const read = (path: string): string => readFileSync(path, 'utf8');
const pageOf = ({ id }: RulePack): string => read(`docs/rules/${id}.md`);

/** The text under each heading of level 2, by the heading. */
function sections(page: string): Map<string, string> {
  return new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')).replaceAll('`', ''), section]),
  );
}

/** An example as it stands on the page: what is set, and the answer. */
function parse(block: string) {
  const lines = block.trim().split('\n');
  const answer = lines.filter((line) => line.startsWith('→ ')).map((line) => line.slice(2));
  const changes: Change[] = [];
  const itemClass = new Map<number, string>();
  let business: Business | undefined;
  let rateWindows: RateWindows | undefined;
  let original: { timestamp: string } | undefined;
  for (const line of lines.slice(1).filter((line) => !line.startsWith('→ '))) {
    const [, left = '', right = 'null'] = /^(.*?) = (.*)$/.exec(line) ?? [];
    const value = JSON.parse(right) as unknown;
    const index = /^option itemClass of items\[(\d+)\]$/.exec(left)?.[1];
    if (line.startsWith('remove ')) changes.push({ remove: line.slice('remove '.length) });
    else if (left === 'business') business = value as Business;
    else if (left === 'option rateWindows') rateWindows = value as RateWindows;
    else if (left === 'option original') original = { timestamp: String(value) };
    else if (index !== undefined) itemClass.set(Number(index), String(value));
    else changes.push({ set: left, value });
  }
  return { from: lines[0], answer, changes, business, rateWindows, original, itemClass };
}

describe('the catalogue', () => {
  it('is what npm run generate writes', async () => {
    for (const [path, text] of Object.entries(await ruleCatalogue())) expect(read(path) === text, path).toBe(true);
  });

  it('cannot be made where a rule has no case', () => {
    const [pack] = testPacks;
    const cases = judgeCases(pack!);
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

  it('explains every code', () => {
    const codes = sections(read('docs/codes.md'));
    expect([...codes.keys()]).toEqual(Object.keys(ISSUE_CODES));
    for (const { id, rules } of packs) {
      for (const rule of rules) {
        for (const code of rule.codes) {
          const section = codes.get(code)!.replaceAll(/\s+/g, ' ');
          expect(section).toMatch(new RegExp(`\`${rule.id}\` of (?:every pack|[^\`]*\\[${id}\\])`));
        }
      }
    }
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

describe.each(packs.map((pack) => [pack.id, pack] as const))('the page of %s', (_, pack) => {
  const page = sections(pageOf(pack));
  const base = baseOf(pack);
  const plain = documentOf(pack.law, {});
  const registry = createRegistry([pack]);

  it('has a section for every rule, in their order', () => {
    expect([...page.keys()]).toEqual(['The law', 'Overview', ...pack.rules.map((rule) => rule.id), 'A plain sale']);
  });

  it.each(pack.rules.map((rule) => [rule.id, rule] as const))(
    '%s: says what it demands, and its examples are true',
    (name, rule) => {
      const section = page.get(name)!;
      expect(section.replaceAll(/\s+/g, ' ')).toContain(
        `- Severity: ${rule.severity} - Source: ${rule.source} - Reads:`,
      );
      const examples = [...section.matchAll(/^```text\n(.*?)^```$/gms)].map(([, block]) => parse(block!));
      expect(examples).toHaveLength(rule.codes.length + 1);
      examples.forEach(({ from, answer, changes, business = base.business, rateWindows, original, itemClass }, i) => {
        expect(['base.json', 'a plain sale']).toContain(from);
        const document = changed(from === 'base.json' ? base.document : plain, changes) as { items: unknown[] };
        const options = {
          rateWindows,
          original,
          itemClass: (item: unknown) => itemClass.get(document.items.indexOf(item)),
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
    },
  );
});
