import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDER, type ApiReport } from './reports.js';

/** The maximum number of lines to show per difference. */
const MAX_LINES = 20;

/** The differences between the reports and their files. Each states its import path. */
export function differences(root: string, reports: readonly ApiReport[]): string[] {
  const changed = reports.flatMap(({ name, report, text }) => {
    const stored = existsSync(join(root, report)) ? readFileSync(join(root, report), 'utf8') : undefined;
    if (stored === undefined) return [`${name} has no report: ${report} is missing`];
    return stored === text ? [] : [`${name} differs from ${report}:\n${changedLines(stored, text).join('\n')}`];
  });
  return [...changed, ...strays(root, reports).map((path) => `${path} belongs to no import path`)];
}

/** Report files without an import path. */
export function strays(root: string, reports: readonly ApiReport[]): string[] {
  const known = new Set(reports.map(({ report }) => report));
  if (!existsSync(join(root, FOLDER))) return [];
  return readdirSync(join(root, FOLDER))
    .map((name) => `${FOLDER}/${name}`)
    .filter((path) => !known.has(path));
}

/** The lines that occur only before or only after; if only the order differs, the first line that moved. */
function changedLines(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const only = (lines: readonly string[], others: readonly string[], sign: string) => {
    const known = new Set(others);
    return lines.filter((line) => !known.has(line)).map((line) => `${sign} ${line}`);
  };
  const lines = [...only(old, now, '-'), ...only(now, old, '+')];
  if (lines.length === 0) {
    const at = now.findIndex((line, i) => line !== old[i]);
    return [`  line ${at + 1}: ${now[at] ?? ''}`];
  }
  return lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), `  … ${lines.length - MAX_LINES} more`] : lines;
}
