import { readFileSync } from 'node:fs';
import { page, table, wrap } from './rule-catalogue/markdown.js';

/** Terms of one subject. All texts are Markdown. */
interface Section {
  readonly section: string;
  readonly terms: readonly Term[];
}

interface Term {
  readonly term: string;
  /** The term's name in standards and other products. */
  readonly elsewhere: string;
  readonly meaning: string;
}

const SOURCE = 'docs/glossary.json';
const KEYS = ['term', 'elsewhere', 'meaning'] as const;

const NOTE = `<!-- Generated from ${SOURCE} by \`npm run generate\`. Do not edit. -->`;
const INTRODUCTION =
  'The terms used in names, messages and pages, with their equivalents in standards and other products. BT and BG are business terms and groups of EN 16931, the European standard for electronic invoices.';

/** docs/glossary.md. */
export function glossary(): Record<string, string> {
  return { 'docs/glossary.md': glossaryPage(JSON.parse(readFileSync(SOURCE, 'utf8')) as Section[]) };
}

/** @throws Error if a field is empty, or a term is repeated */
export function glossaryPage(sections: readonly Section[]): string {
  const seen = new Set<string>();
  for (const { section, terms } of sections) {
    for (const entry of terms) {
      const empty = KEYS.find((key) => !entry[key]?.trim());
      if (empty !== undefined) throw new Error(`${SOURCE}: ${empty} of ${entry.term} in ${section} is empty`);
      if (seen.has(entry.term)) throw new Error(`${SOURCE}: ${entry.term} is repeated`);
      seen.add(entry.term);
    }
  }
  return page([
    '# Glossary',
    NOTE,
    wrap(INTRODUCTION),
    ...sections.flatMap(({ section, terms }) => [
      `## ${section}`,
      table(
        ['here', 'elsewhere', 'meaning'],
        terms.map((entry) => KEYS.map((key) => entry[key])),
      ),
    ]),
  ]);
}
