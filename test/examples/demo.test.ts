import { readFileSync } from 'node:fs';
import { createRegistry, type Transaction } from 'receipt-rule-packs';
import { createRefund } from 'receipt-rule-packs/complete';
import { diagnose } from 'receipt-rule-packs/diagnose';
import { packs } from 'receipt-rule-packs/packs';
import { beforeAll, describe, expect, it } from 'vitest';
import { printSummary, type Sample } from '../../examples/lib/summary.mjs';
import { readReceipts, validateReceipt } from '../../examples/lib/verdicts.mjs';

const registry = createRegistry(packs);
const receipts = readReceipts('examples/receipts');
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Transaction;
const SAMPLES: readonly Sample[] = [
  { country: 'NO', locale: 'nb-NO', path: 'examples/demo/no.json', document: read('examples/demo/no.json') },
  { country: 'US', locale: 'en-US', path: 'examples/demo/us.json', document: read('examples/demo/us.json') },
];

async function printed(options: { colour?: boolean; ascii?: boolean } = {}, judged = receipts) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await printSummary(registry, judged, SAMPLES, { print, colour: false, ascii: false, ...options });
  return { code, lines, text: lines.join('\n') };
}

let shown: Awaited<ReturnType<typeof printed>>;
beforeAll(async () => {
  shown = await printed();
});

describe('the summary of the demo', () => {
  it('fits in 24 lines of 80 columns, and ends with the next steps', () => {
    const { code, lines } = shown;
    expect(code).toBe(0);
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines.filter((line) => [...line].length > 80)).toEqual([]);
    expect(lines.at(-1)!.trim().split(/ {2,}/)).toEqual([
      'next',
      'npm run playground',
      'npm run server',
      'docs/cookbook.md',
    ]);
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    for (const [, name] of lines.at(-1)!.matchAll(/npm run (\w+)/g)) expect(scripts).toHaveProperty([name!]);
  });

  it('mentions shops by name, never ids', () => {
    expect(shown.text).not.toMatch(/\b(?:biz|txn|evt|whsec|svc)_/);
    for (const { name } of receipts) expect(shown.text.split(/\s+/)).not.toContain(name);
    for (const { document } of SAMPLES) expect(shown.text).toContain(document.vendor.locationName);
  });

  it.each(SAMPLES)('shows the causes in $path, and the repaired figures', ({ document, country, locale }) => {
    const { causes, document: repaired } = diagnose(registry.shop({ country }), document);
    const { totals } = repaired as Transaction;
    const problems = causes.reduce((sum, { explains }) => sum + explains.length, 0);
    expect(causes.length).toBeGreaterThan(2);
    expect(shown.text).toContain(`${problems} problems → ${causes.length} causes`);
    const [most] = [...causes].sort((a, b) => b.explains.length - a.explains.length);
    expect(shown.text).toContain(most!.title);
    const money = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: document.currency,
      currencyDisplay: 'narrowSymbol',
    });
    const inText = (minor: number) => money.format(minor / 100).replace(/\s/g, ' ');
    expect(shown.text).toContain(`fixed: total ${inText(totals.total)}, of which `);
    expect(shown.text).toContain(` ${inText(totals.tax)}\n`);
  });

  it('counts the verdicts of the library', () => {
    const valid = receipts.filter((receipt) => validateReceipt(registry, receipt).valid).length;
    const countries = new Set(receipts.map(({ business }) => business.country)).size;
    const derived = receipts.filter((receipt) => receipt.derived).length;
    expect(shown.text).toContain(
      `${receipts.length} receipts of ${countries} countries: ${receipts.length - derived} published, ${derived} derived`,
    );
    expect(shown.text).toContain(` ${valid} valid, ${receipts.length - valid} refused, each as recorded`);
    expect(shown.text).toContain(`   ${packs.length} countries · `);
  });

  it('shows a refund of one of the pieces sold', () => {
    const shop = registry.shop({ country: 'NO' });
    const sale = diagnose(shop, SAMPLES[0]!.document).document as Transaction;
    const refund = createRefund(shop, {
      ...{ sale, originalTransactionId: 'txn_1', priorCorrections: [], lines: [{ line: 0, quantity: 1 }] },
      ...{ reason: 'returned', receiptNumber: '2', timestamp: sale.timestamp },
      source: { platform: 'x', externalId: '2' },
    });
    const { total, tax } = refund.transaction!.totals;
    expect([total, tax]).toEqual([4200, 548]);
    expect(shown.text).toMatch(/A refund of 1 of 2 Kanelbolle, computed: \D*42,00\D*, of which MVA \D*5,48\n/);
  });

  it('returns 1 if a verdict differs from the recorded one', async () => {
    const [first, ...others] = receipts;
    const { valid } = first!.expected;
    const wrong = {
      ...first!,
      expected: valid ? { ...first!.expected, warnings: [{ field: 'x', code: 'x' }] } : first!.expected,
    };
    expect(wrong.expected).not.toEqual(first!.expected);
    const { code, text } = await printed({}, [wrong, ...others]);
    expect(code).toBe(1);
    expect(text).toContain('1 not as recorded');
  });

  it('has the same text without colours, and only ASCII on terminals that support nothing else', async () => {
    const withoutTime = (text: string) => text.replace(/in \d+ ms/, '');
    const coloured = await printed({ colour: true });
    expect(coloured.text).not.toBe(shown.text);
    expect(withoutTime(coloured.text.replace(/\u001b\[\d+m/g, ''))).toBe(withoutTime(shown.text));
    const { lines } = await printed({ ascii: true });
    expect(lines.filter((line) => /[^ -~]/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.join('\n')).toMatch(/^ {2}x Fjelltoppen Kafe, Oslo +5 problems -> 3 causes$/m);
    expect(lines.join('\n')).toContain('  ok fixed: ');
  });
});
