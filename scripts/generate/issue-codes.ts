/**
 * Writes src/issues/issue-codes.generated.ts from issue-codes.json, the one place where codes are born. The tables are
 * literals: bundlers drop an unused literal, but keep an unused call.
 */
import { readFileSync } from 'node:fs';

interface Texts {
  readonly meaning: string;
  readonly remedy: string;
}

export function issueCodes(): string {
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
    '/** Every code, separated by spaces: bundles that need no texts have only this. */',
    `export const CODES = '${all.map(([code]) => code).join(' ')}';`,
    '',
    '/**',
    ' * Every code that this library raises, with its texts. Bundles contain it only where it is used.',
    ' *',
    ' * See docs/codes.md in the repository.',
    ' */',
    'export const ISSUE_CODES: { readonly [Code in IssueCode]: { readonly meaning: string; readonly remedy: string } } = {',
    ...all.map(([code, row]) => `  '${code}': ${JSON.stringify(row)},`),
    '};',
    '',
  ].join('\n');
}
