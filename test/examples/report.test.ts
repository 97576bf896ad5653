import { fileURLToPath } from 'node:url';
import { createRegistry, explain } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { report } from '../../examples/lib/report.mjs';
import {
  differences,
  readReceipts,
  validateReceipt,
  type ExampleReceipt,
  type Verdict,
} from '../../examples/lib/verdicts.mjs';

const registry = createRegistry(packs);
const receipts = readReceipts(fileURLToPath(new URL('../../examples/receipts', import.meta.url)));

function run(shown: readonly ExampleReceipt[], { width = 100, colour = false } = {}) {
  const lines: string[] = [];
  const code = report(registry, shown, { print: (line) => lines.push(line), width, colour });
  return { code, lines, text: lines.join('\n') };
}

const SGR = /\u001b\[\d+m/g;

describe('the differences', () => {
  const refused: Verdict = {
    valid: false,
    error: 'validation_failed',
    issues: [
      { field: 'currency', code: 'currency_not_allowed' },
      { field: 'totals.tax', code: 'sum_mismatch' },
    ],
    warnings: [],
  };

  it('between equal verdicts are empty', () => {
    expect(differences(refused, structuredClone(refused))).toEqual([]);
    expect(differences({ valid: true, warnings: [] }, { valid: true, warnings: [] })).toEqual([]);
  });

  it('include every field that differs', () => {
    expect(differences(refused, { valid: true, warnings: [{ field: '', code: 'total_is_zero' }] })).toEqual([
      'valid is recorded as false, but is true',
      'error is recorded as validation_failed, but is absent',
      'issues: currency currency_not_allowed is recorded, but was not raised',
      'issues: totals.tax sum_mismatch is recorded, but was not raised',
      'warnings: (document) total_is_zero was raised, but is not recorded',
    ]);
  });

  it('take repeated issues into account', () => {
    const missing = { field: 'tax.summary', code: 'summary_missing' };
    const twice: Verdict = { ...refused, issues: [missing, missing] };
    expect(differences({ ...refused, issues: [missing] }, twice)).toEqual([
      'issues: tax.summary summary_missing was raised, but is not recorded',
    ]);
  });

  it('include a different order of issues', () => {
    const turned: Verdict = { ...refused, issues: [...refused.issues].reverse() };
    expect(differences(refused, turned)).toEqual([
      'issues are recorded in the order currency currency_not_allowed, totals.tax sum_mismatch, ' +
        'but were raised in the order totals.tax sum_mismatch, currency currency_not_allowed',
    ]);
  });
});

describe('the report', () => {
  it('returns 0 if every verdict equals the recorded one', () => {
    const { code, lines } = run(receipts);
    expect(code).toBe(0);
    expect(lines.at(-1)).toMatch(/^\d+ receipts: \d+ valid, \d+ refused, all as recorded$/);
  });

  it('returns 1, and shows the difference, if a verdict differs from the recorded one', () => {
    const wrong = receipts.map((receipt): ExampleReceipt =>
      receipt.name === 'kivra-swish'
        ? { ...receipt, expected: { valid: true, warnings: [{ field: 'totals.total', code: 'total_is_zero' }] } }
        : receipt,
    );
    const { code, text } = run(wrong);
    expect(code).toBe(1);
    expect(text).toContain(
      'kivra-swish: the verdict differs from the recorded verdict\n    warnings: totals.total total_is_zero is recorded, but',
    );
    expect(text).toMatch(/refused, 1 not as recorded$/);
  });

  it("shows every receipt, every issue and warning with its message, and every code's remedy", () => {
    const words = run(receipts, { width: 1000 }).text;
    for (const receipt of receipts) {
      expect(words).toContain(receipt.name);
      const { issues, warnings } = validateReceipt(registry, receipt);
      for (const { code, message } of [...issues, ...warnings]) {
        expect(words).toContain(message);
        expect(words).toContain(`→ ${explain(registry, code)?.remedy}\n`);
      }
    }
  });

  it.each([40, 60, 80, 100])('stays within %i columns, unless a word is longer', (width) => {
    for (const line of run(receipts, { width }).lines) {
      if (/^\S/.test(line) || line.trim().includes(' ')) expect(line.length).toBeLessThanOrEqual(Math.max(width, 55));
    }
  });

  it('shows the selected receipts, validates all receipts, and counts those not shown', () => {
    const shown = receipts.slice(0, 10);
    const lines: string[] = [];
    const code = report(registry, receipts, {
      print: (line) => lines.push(line),
      width: 100,
      colour: false,
      shows: (receipt) => shown.includes(receipt),
    });
    expect(code).toBe(0);
    const text = lines.join('\n');
    for (const receipt of receipts) expect(text.includes(receipt.name)).toBe(shown.includes(receipt));
    const others = receipts.slice(10);
    const valid = others.filter(({ expected }) => expected.valid).length;
    const tally = `${valid} valid, ${others.length - valid} refused`;
    expect(text).toContain(
      `${others.length} more receipts from ${new Set(others.map(({ business }) => business.country)).size} countries were validated: ${tally}`,
    );
  });

  it("prints a receipt's drawing, if there is one, with the remedy for each code", () => {
    const drawn = receipts.filter(({ expected }) => !expected.valid).slice(0, 3);
    const lines: string[] = [];
    report(registry, drawn, {
      print: (line) => lines.push(line),
      width: 1000,
      colour: false,
      draw: ({ name }, issues) => (drawn[0]!.name === name ? undefined : `drawing of ${name}: ${issues.length}\n`),
    });
    for (const [i, receipt] of drawn.entries()) {
      const { issues, warnings } = validateReceipt(registry, receipt);
      const found = [...issues, ...warnings];
      expect(lines.includes(`  drawing of ${receipt.name}: ${found.length}`)).toBe(i > 0);
      expect(lines.some((line) => line.includes(found[0]!.message))).toBe(i === 0);
      for (const { code } of found)
        expect(lines.some((line) => line.endsWith(`→ ${explain(registry, code)?.remedy}`))).toBe(true);
    }
  });

  it('adds nothing but colours if colours are on', () => {
    const plain = run(receipts).text;
    const coloured = run(receipts, { colour: true }).text;
    expect(plain).not.toMatch(SGR);
    expect(coloured).toMatch(SGR);
    expect(coloured.replace(SGR, '')).toBe(plain);
  });
});
