import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { glossaryPage } from '../../scripts/generate/glossary';
import { ROOT } from '../docs/blocks';

const TERM = { term: '`taxRate`', elsewhere: 'BT-152', meaning: 'a | b' };

describe('the glossary', () => {
  it('has a table for each section', () => {
    const lines = glossaryPage([
      { section: 'Tax', terms: [TERM] },
      { section: 'Law', terms: [{ ...TERM, term: 'law' }] },
    ]).split('\n');
    expect(lines.filter((line) => /^(?:#|\| [`l])/.test(line))).toEqual([
      '# Glossary',
      '## Tax',
      '| `taxRate` | BT-152 | a \\| b |',
      '## Law',
      '| law | BT-152 | a \\| b |',
    ]);
  });

  it.each(['term', 'elsewhere', 'meaning'])('refuses an empty or missing %s', (key) => {
    for (const entry of [
      { ...TERM, [key]: ' ' },
      { ...TERM, [key]: undefined },
    ]) {
      const terms = [entry] as (typeof TERM)[];
      expect(() => glossaryPage([{ section: 'Tax', terms }])).toThrow(key);
    }
  });

  it('refuses a duplicate term, even in different sections', () => {
    const twice = ['Tax', 'Law'].map((section) => ({ section, terms: [TERM] }));
    expect(() => glossaryPage(twice)).toThrow(TERM.term);
  });

  it('mentions only fields and tax category codes that schema 2.1 has', () => {
    const schema = readFileSync(join(ROOT, 'schemas/2.1/transaction.json'), 'utf8');
    const text = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');
    const named = [...text.matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(?:totals\.)?([^`]+)`/g)].map(([, name = '']) => name),
    );
    // These terms are not in the schema: a header, a law's field, and a list parameter.
    const others = ['Idempotency-Key', 'enforce', 'startAfter'];
    expect(named.filter((name) => !others.includes(name) && !schema.includes(`"${name}"`))).toEqual([]);
    expect(named.length).toBeGreaterThan(15);
  });
});
