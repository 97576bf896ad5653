import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { readLaw } from '../../scripts/generate/read-law';
import { writtenOut } from '../../scripts/generate/written-out';

const forms = packs.flatMap(({ id }) =>
  readLaw(id).extensions.flatMap(({ fields }) =>
    fields.flatMap(({ pattern, example }) => (pattern === undefined ? [] : [{ pattern, example: String(example) }])),
  ),
);

/** All copies of the text with one character removed, doubled or replaced. */
const near = (text: string): string[] =>
  Array.from({ length: text.length }, (_, i) =>
    ['', text.charAt(i).repeat(2), 'A', 'a', '1', '-', '\u{1f600}'].map(
      (put) => text.slice(0, i) + put + text.slice(i + 1),
    ),
  ).flat();

describe('writtenOut', () => {
  it.each([
    ['[A-Z]{3}', '[A-Z][A-Z][A-Z]'],
    ['^[^a]{2}$', '^[^a][^a]$'],
    ['[^]{2}', '[^][^]'],
    ['[a]{0}b', 'b'],
    ['[a]{1}b', '[a]b'],
    ['[\\]\\\\]{2}', '[\\]\\\\][\\]\\\\]'],
    // A lazy exact quantifier means the same as a greedy one.
    ['[a]{2}?b', '[a][a]b'],
    ['[a]{99}', '[a]'.repeat(99)],
    // Other quantifiers, and quantifiers of other parts, stay unchanged.
    ['[a]{100}', '[a]{100}'],
    ['[a]{2,3}', '[a]{2,3}'],
    ['[a]{2,}?', '[a]{2,}?'],
    ['a{3}', 'a{3}'],
    ['[[a]{2}', '[[a][[a]'],
    ['[x[][a]{2}', '[x[][a][a]'],
    ['(?:[a]b){3}', '(?:[a]b){3}'],
    ['\\[a\\]{3}', '\\[a\\]{3}'],
    ['\\\\[a]{2}', '\\\\[a][a]'],
  ])('writes %s as %s', (pattern, expected) => {
    expect(writtenOut(pattern)).toBe(expected);
  });

  it("accepts the same texts as the laws' patterns", () => {
    expect(forms.filter(({ pattern }) => writtenOut(pattern) !== pattern).length).toBeGreaterThan(0);
    for (const { pattern, example } of forms) {
      const plain = new RegExp(pattern, 'u');
      const written = new RegExp(writtenOut(pattern), 'u');
      expect(written.test(example)).toBe(true);
      const texts = near(example);
      expect(texts.map((text) => written.test(text))).toEqual(texts.map((text) => plain.test(text)));
    }
  });
});
