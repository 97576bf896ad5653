import { afterEach, describe, expect, it } from 'vitest';
import { isWellFormed } from '../../src/webhook/body.js';

const CASES: [string, boolean][] = [
  ['', true],
  ['abc å €', true],
  ['🧾', true],
  ['\ud83e', false],
  ['\uddfe', false],
  ['\uddfe\ud83e', false],
  ['a\ud800b', false],
];

describe('isWellFormed', () => {
  const native = Object.getOwnPropertyDescriptor(String.prototype, 'isWellFormed');
  afterEach(() => {
    if (native) Object.defineProperty(String.prototype, 'isWellFormed', native);
  });

  it.each(CASES)('returns for %j: %s', (text, expected) => {
    expect(isWellFormed(text)).toBe(expected);
  });

  it.each(CASES)('returns, for %j: %s, in an engine without the built-in', (text, expected) => {
    Reflect.deleteProperty(String.prototype, 'isWellFormed');
    expect(isWellFormed(text)).toBe(expected);
  });
});
