import { describe, expect, it } from 'vitest';
import { columns } from '../src/text/printable';
import { wrap } from '../src/draw/text';

describe('columns', () => {
  it.each([
    ['', 0],
    ['~', 1],
    ['plain text', 10],
    ['Räksmörgås', 10],
    ['Ra\u0308ksmo\u0308rga\u030as', 10],
    ['領収書', 6],
    ['한글', 4],
    ['Ｆ', 2],
    ['🧾', 2],
    ['👩\u200d🍳', 4],
    ['a領\u0308', 3],
  ])('counts the columns of %j as %d', (text, expected) => {
    expect(columns(text)).toBe(expected);
  });
});

describe('wrap', () => {
  it.each([
    ['', 5, ['']],
    ['one two', 7, ['one two']],
    ['one two', 6, ['one', 'two']],
    ['one two three', 7, ['one two', 'three']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['ab cdefgh ij', 3, ['ab', 'cde', 'fgh', 'ij']],
    ['a bcdef g', 3, ['a', 'bcd', 'ef', 'g']],
    ['a bcdef g', 4, ['a', 'bcde', 'f g']],
    ['領収書', 5, ['領収', '書']],
    ['領収書', 2, ['領', '収', '書']],
    ['領収', 1, ['領', '収']],
    ['a  b', 4, ['a  b']],
  ])('of %j in %d columns', (text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines);
  });
});
