/**
 * Writes src/issues/issue-codes.generated.ts from issue-codes.json, the only place where codes are defined. The tables
 * are literals: bundlers drop an unused literal, but keep an unused call.
 */
import { readFileSync } from 'node:fs';

interface Texts {
  readonly meaning: string;
  readonly remedy: string;
}

/** @param homepage the documentation site's address; empty until the site is published */
export function issueCodes(homepage: string): string {
  const texts = JSON.parse(readFileSync('src/issues/issue-codes.json', 'utf8')) as Readonly<Record<string, Texts>>;
  const all = Object.entries(texts);
  return [
    '// Generated from issue-codes.json by `npm run generate`. Do not edit.',
    '',
    '/**',
    " * A code of this library. A code may be retired, but its meaning never changes. Codes with a slash are spelled as in the service's",
    " * interface; the library's own codes have none. Third-party packs may raise other codes.",
    ' */',
    `export type IssueCode =\n${all.map(([code]) => `  | '${code}'`).join('\n')};`,
    '',
    '/** Every code, separated by spaces: bundles that do not need the explanations contain only this. */',
    `export const CODES = '${all.map(([code]) => code).join(' ')}';`,
    '',
    '/** The address of the documentation site, without a slash at its end; empty while publisher.json names none. */',
    `export const SITE = '${homepage}';`,
    '',
    '/**',
    ' * Every code that this library raises, with its meaning and remedy. Bundles contain it only where it is used.',
    ' *',
    ' * See docs/codes.md in the repository.',
    ' */',
    'export const ISSUE_CODES: { readonly [Code in IssueCode]: { readonly meaning: string; readonly remedy: string } } = {',
    ...all.map(([code, row]) => `  '${code}': ${JSON.stringify(row)},`),
    '};',
    '',
  ].join('\n');
}
