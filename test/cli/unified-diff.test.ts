import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff, type Region } from '../../cli/fix/unified-diff.js';

/** Applies a unified diff to text. */
function patched(text: string, diff: string): string {
  const lines = text === '' ? [] : text.split(/(?<=\n)/);
  const out: string[] = [];
  let at = 0;
  for (const hunk of diff.split(/^@@ /m).slice(1)) {
    const [, from, count, to, added] = /^-(\d+),(\d+) \+(\d+),(\d+) @@\n/.exec(hunk)!.map(Number);
    const begin = count === 0 ? from! : from! - 1;
    out.push(...lines.slice(at, begin));
    expect(out.length).toBe(added === 0 ? to : to! - 1);
    const body = hunk.slice(hunk.indexOf('\n') + 1).replaceAll('\n\\ No newline at end of file\n', '');
    const rows = body.split(/(?<=\n)/).filter((row) => row !== '');
    expect(rows.filter((row) => !row.startsWith('+')).map((row) => row.slice(1))).toEqual(
      lines.slice(begin, begin + count!),
    );
    const kept = rows.filter((row) => !row.startsWith('-')).map((row) => row.slice(1));
    expect(kept).toHaveLength(added!);
    out.push(...kept);
    at = begin + count!;
  }
  return [...out, ...lines.slice(at)].join('');
}

const replaced = (text: string, regions: readonly Region[]): string =>
  [...regions]
    .reverse()
    .reduce((now, { offset, end, text: inserted }) => now.slice(0, offset) + inserted + now.slice(end), text);

describe('unifiedDiff', () => {
  it('turns the old text into the new one', () => {
    const line = fc.constantFrom('a\n', 'b\n', '{\n', '\n', 'x');
    const text = fc.array(line, { maxLength: 40 }).map((lines) => lines.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.tuple(fc.nat(60), fc.nat(4), text), { maxLength: 4 }), (before, parts) => {
        let from = 0;
        const regions = parts.flatMap(([gap, length, inserted]): Region[] => {
          const offset = from + gap;
          const end = Math.min(before.length, offset + length);
          if (offset >= before.length || end === offset) return [];
          from = end;
          return [{ offset, end, text: inserted }];
        });
        const diff = unifiedDiff('f', Buffer.from(before), regions);
        expect(patched(before, diff)).toBe(replaced(before, regions));
      }),
    );
  });

  it('is accepted by git apply', () => {
    const folder = mkdtempSync(join(tmpdir(), 'receipt-diff-'));
    try {
      const before = Array.from({ length: 40 }, (_, i) => `line ${i}\r\n`).join('') + 'last';
      const at = (part: string) => before.indexOf(part);
      const regions = [
        { offset: at('line 3\r'), end: at('line 4\r'), text: '' },
        { offset: at('line 20'), end: at('line 21'), text: 'new\r\nand more\r\n' },
        { offset: at('last'), end: before.length, text: 'end' },
      ];
      writeFileSync(join(folder, 'f.json'), before);
      const diff = unifiedDiff('f.json', Buffer.from(before), regions);
      const { status } = spawnSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder, input: diff });
      expect(status).toBe(0);
      expect(readFileSync(join(folder, 'f.json'), 'utf8')).toBe(replaced(before, regions));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
