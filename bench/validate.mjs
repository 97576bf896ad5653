/**
 * The time of `validate` on freshly parsed documents, as a ratio to the parsing time; each row runs in a separate
 * process.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { mixedFaults, receipt, ruleFaults, structureFaults } from './receipts.mjs';

const LINES = [1, 10, 100, 1000];

/** The measured documents by name: each has its number of issues, and the goal for the ratio by number of lines. */
export const KINDS = {
  valid: { make: receipt, issues: 0, lines: LINES, goals: { 1: 0.35, 10: 0.25, 100: 0.2, 1000: 0.2 } },
  '20 rule faults': { make: ruleFaults, issues: 20, lines: LINES, goals: { 10: 0.5 } },
  '34 rule faults': { make: (lines, seed) => ruleFaults(lines, seed, 34), issues: 34, lines: [10], goals: { 10: 0.6 } },
  '20 structure faults': { make: structureFaults, issues: 20, lines: LINES },
  '10 faults of each': { make: mixedFaults, issues: 20, lines: LINES },
};

/**
 * Rows of {kind, lines, characters, ns, one, orders, read, goal}: the ratio with one key order, with 64 key orders, and
 * with all issues read.
 */
export function validateRatios() {
  const rows = Object.entries(KINDS).flatMap(([kind, { lines, goals }]) =>
    lines.map((count) => ({ ...measured(kind, count), goal: goals?.[count] })),
  );
  return [...rows, measured('examples')];
}

function measured(...row) {
  const script = fileURLToPath(new URL('validate-row.mjs', import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [script, ...row.map(String)], { encoding: 'utf8' }));
}
