/** A replacement of lines. `at` is the index of the first replaced line in the old text. */
interface Change {
  readonly at: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** A range of bytes, and the text that replaces it. */
export interface Region {
  readonly offset: number;
  readonly end: number;
  readonly text: string;
}

const CONTEXT = 3;
const NEWLINE = 0x0a;

/**
 * Formats a unified diff for `patch` or `git apply`.
 *
 * @param name the path of the file
 * @param regions the regions, sorted by offset
 */
export function unifiedDiff(name: string, before: Buffer, regions: readonly Region[]): string {
  const changes = changesOf(before, regions);
  if (changes.length === 0) return '';
  const lines = linesOf(before.toString());
  const isRelative = !/^(?:\/|[A-Za-z]:)/.test(name);
  const [a, b] = isRelative ? [`a/${name}`, `b/${name}`] : [name, name];
  let shift = 0;
  const hunks = hunksOf(changes).map((hunk) => {
    const from = Math.max(0, hunk[0]!.at - CONTEXT);
    const last = hunk.at(-1)!;
    const to = Math.min(lines.length, last.at + last.removed.length + CONTEXT);
    const body: string[] = [];
    let at = from;
    for (const { at: begin, removed, added } of hunk) {
      body.push(...lines.slice(at, begin).map((line) => ` ${line}`));
      body.push(...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`));
      at = begin + removed.length;
    }
    body.push(...lines.slice(at, to).map((line) => ` ${line}`));
    const growth = hunk.reduce((sum, { removed, added }) => sum + added.length - removed.length, 0);
    const head = `@@ -${range(from, to - from)} +${range(from + shift, to - from + growth)} @@\n`;
    shift += growth;
    return head + body.map((line) => (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`)).join('');
  });
  return `--- ${a}\n+++ ${b}\n${hunks.join('')}`;
}

const range = (from: number, count: number): string => `${count === 0 ? from : from + 1},${count}`;

/** Groups changes into hunks. Changes whose context lines touch share a hunk. */
function hunksOf(changes: readonly Change[]): Change[][] {
  const hunks: Change[][] = [];
  let end = -Infinity;
  for (const change of changes) {
    if (change.at - end > 2 * CONTEXT) hunks.push([]);
    hunks.at(-1)!.push(change);
    end = change.at + change.removed.length;
  }
  return hunks;
}

/** Splits text into lines that keep their line ends. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

function changesOf(before: Buffer, regions: readonly Region[]): Change[] {
  const changes: Change[] = [];
  let [line, at] = [0, 0];
  for (let i = 0; i < regions.length;) {
    const begin = before.lastIndexOf(NEWLINE, Math.max(0, regions[i]!.offset - 1)) + 1;
    const start = regions[i]!.offset === 0 ? 0 : begin;
    let end = lineEnd(before, regions[i]!.end);
    const parts: string[] = [];
    let copied = start;
    for (; i < regions.length && regions[i]!.offset < end; i++) {
      const region = regions[i]!;
      parts.push(before.toString('utf8', copied, region.offset), region.text);
      copied = region.end;
      end = lineEnd(before, region.end);
    }
    parts.push(before.toString('utf8', copied, end));
    line += newlines(before, at, start);
    at = start;
    changes.push(...lineChanges(linesOf(before.toString('utf8', start, end)), linesOf(parts.join('')), line));
  }
  return changes;
}

function lineEnd(bytes: Buffer, offset: number): number {
  const end = bytes.indexOf(NEWLINE, offset);
  return end < 0 ? bytes.length : end + 1;
}

function newlines(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE, from); at >= 0 && at < to; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

/** The shortest list of changes between two sequences of lines (E. Myers: An O(ND) difference algorithm, 1986). */
function lineChanges(before: readonly string[], after: readonly string[], first: number): Change[] {
  const trace = furthestPaths(before, after);
  let [x, y] = [before.length, after.length];
  const changes: Change[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const close = (): void => {
    if (removed.length + added.length > 0) changes.unshift({ at: first + x, removed, added });
    [removed, added] = [[], []];
  };
  for (let depth = trace.length - 1; depth >= 0; depth--) {
    const furthest = trace[depth]!;
    const k = x - y;
    const isDown = k === -depth || (k !== depth && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1));
    const previous = isDown ? k + 1 : k - 1;
    const fromX = depth === 0 ? 0 : (furthest.get(previous) ?? 0);
    const fromY = depth === 0 ? 0 : fromX - previous;
    for (; x > fromX && y > fromY; x--, y--) close();
    if (depth === 0) break;
    if (isDown) added.unshift(after[--y]!);
    else removed.unshift(before[--x]!);
  }
  close();
  return changes;
}

/** For each number of edits, the furthest point that each diagonal reaches with fewer edits. */
function furthestPaths(before: readonly string[], after: readonly string[]): Map<number, number>[] {
  const trace: Map<number, number>[] = [];
  const furthest = new Map([[1, 0]]);
  for (let depth = 0; ; depth++) {
    trace.push(new Map(furthest));
    for (let k = -depth; k <= depth; k += 2) {
      const isDown = k === -depth || (k !== depth && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1));
      let x = isDown ? (furthest.get(k + 1) ?? 0) : (furthest.get(k - 1) ?? 0) + 1;
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x++;
      furthest.set(k, x);
      if (x >= before.length && x - k >= after.length) return trace;
    }
  }
}
