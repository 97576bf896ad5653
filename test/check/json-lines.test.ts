import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { jsonLines, only } from '../support/json-lines';

const folder = mkdtempSync(join(tmpdir(), 'json-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FIELDS = { name: true, document: true, expected: { ...only('total'), lines: only('amount') } } as const;

function read(...lines: readonly object[]): readonly unknown[] {
  const path = join(folder, 'vectors.jsonl');
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return jsonLines(pathToFileURL(path), FIELDS);
}

it('reads lines whose fields are all known', () => {
  const line = { name: 'a', document: { any: 1 }, expected: { total: 1, lines: [{ amount: 1 }, { amount: null }] } };
  expect(read(line, { name: 'b' })).toEqual([line, { name: 'b' }]);
});

it('refuses an empty file, because no test would then run', () => {
  expect(() => read()).toThrow('vectors.jsonl: no lines');
});

it.each([
  [{ nam: 'a' }, 'nam'],
  [{ expected: { totl: 1 } }, 'expected.totl'],
  [{ expected: { lines: [{ amount: 1 }, { amout: 1 }] } }, 'expected.lines.amout'],
  [{ constructor: 1 }, 'constructor'],
])('names the line and the unknown field: %j', (line, field) => {
  expect(() => read({ name: 'a' }, line)).toThrow(`vectors.jsonl:2: unknown field ${field}`);
});
