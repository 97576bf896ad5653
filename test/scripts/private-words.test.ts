import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';
import { privateWords } from '../../scripts/words/private-words.js';

const wordsIn = (text: string, path = 'docs/page.md') => privateWords(text, path).map(({ word, line }) => [line, word]);

describe('private words', () => {
  it.each([
    ['Mend it, then send it.', [[1, 'Mend']]],
    ['const mendedReceipt = 1;', [[1, 'mended']]],
    ['de-ft-fractions-mended', [[1, 'mended']]],
    ['one\ntwo unmended three', [[2, 'unmended']]],
    ['It holds\n * fast.', [[1, 'holds * fast']]],
    ['By and by', [[1, 'By and by']]],
  ])('%j', (text, expected) => {
    expect(wordsIn(text)).toEqual(expected);
  });

  it.each(['amend', 'recommended', 'text.trimEnd()', 'hold the fast path', 'by the line and by the file'])(
    'are not in %j',
    (text) => {
      expect(wordsIn(text)).toEqual([]);
    },
  );

  it('of identifiers are refused in SQL', () => {
    expect(wordsIn('SELECT free_room FROM rooms', 'a.sql')).toEqual([
      [1, 'room'],
      [1, 'rooms'],
    ]);
    expect(wordsIn('There is room for it.')).toEqual([]);
  });
});

describe('private words in identifiers', () => {
  const eslint = new ESLint({ overrideConfig: { rules: { 'no-undef': 'off', 'no-unused-vars': 'off' } } });
  const lint = async (code: string): Promise<(string | null)[]> => {
    const [result] = await eslint.lintText(code, { filePath: 'bench/private-words.mjs' });
    return result!.messages.map(({ ruleId }) => ruleId);
  };

  it.each(['room;', 'let freeRoom;', 'one.marketName;', '({ bell: 1 });', 'SKETCH;', 'query(`select room from x`);'])(
    'are refused in %j',
    async (code) => {
      expect(await lint(code)).toContain('no-restricted-syntax');
    },
  );

  it.each(['mushroom;', 'labelled;', "send('Hotel room');", '// There is room.', 'html`<p aria-labelledby="x">`;'])(
    'are not in %j',
    async (code) => {
      expect(await lint(code)).not.toContain('no-restricted-syntax');
    },
  );
});
