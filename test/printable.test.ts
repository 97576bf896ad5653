import { describe, expect, it } from 'vitest';
import { oneLine, printable } from '../src/text/printable';

describe('printable text', () => {
  it.each([
    ['plain text', 'plain text', 'plain text'],
    ['a\nb\tc', 'a␊b␉c', 'a\nb\tc'],
    ['\u001b[31m', '␛[31m', '␛[31m'],
    ['\u0000\u001f\u007f', '␀␟␡', '␀␟␡'],
    ['\u0085\u202e\ud800\ufeff', '\ufffd\ufffd\ufffd\ufffd', '\ufffd\ufffd\ufffd\ufffd'],
    ['Räksmörgås 🧾', 'Räksmörgås 🧾', 'Räksmörgås 🧾'],
  ])('shows control characters as symbols: %j', (text, line, lines) => {
    expect(oneLine(text)).toBe(line);
    expect(printable(text)).toBe(lines);
  });
});
