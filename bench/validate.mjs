/** `validate` of a parsed document as a ratio to `JSON.parse` of its text. */
import { fileURLToPath } from 'node:url';
import { createRegistry } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { readReceipts, validateReceipt } from '../examples/lib/verdicts.mjs';
import { timed } from './measure.mjs';
import { mixedFaults, receipt, ruleFaults, shuffled, structureFaults } from './receipts.mjs';

const LINES = [1, 10, 100, 1000];
const ORDERS = 64;
export const VALIDATE_LIMIT = 0.5;

const KINDS = [
  { kind: 'valid', make: receipt, issues: 0 },
  { kind: '20 rule faults', make: ruleFaults, issues: 20 },
  { kind: '20 structure faults', make: structureFaults, issues: 20 },
  { kind: '10 faults of each', make: mixedFaults, issues: 20 },
];

/** Rows of {kind, lines, one, orders}: the ratio with one key order and with 64. */
export async function validateRatios() {
  const registry = createRegistry([seReceipt1]);
  const business = { country: 'SE' };
  const rows = [];
  for (const { kind, make, issues } of KINDS) {
    for (const lines of LINES) {
      const document = make(lines);
      const found = registry.validate(document, business).issues.length;
      if (found !== issues) throw new Error(`${kind}, ${lines} lines: ${found} issues, not ${issues}`);
      const ratios = [];
      for (const orders of [1, ORDERS]) {
        const texts = Array.from({ length: orders }, (_, i) =>
          JSON.stringify(orders === 1 ? document : shuffled(document, i)),
        );
        const parsed = texts.map((text) => JSON.parse(text));
        const { parse, validate } = await timed({
          parse: (i) => JSON.parse(texts[i % orders]),
          validate: (i) => registry.validate(parsed[i % orders], business),
        });
        ratios.push({ ratio: validate / parse, ns: validate, characters: texts[0].length });
      }
      rows.push({
        kind,
        lines,
        characters: ratios[0].characters,
        ns: ratios[0].ns,
        one: ratios[0].ratio,
        orders: ratios[1].ratio,
      });
    }
  }
  rows.push(await exampleReceipts(registry));
  return rows;
}

/** The receipts in examples/, valid and refused, as they come. */
async function exampleReceipts(registry) {
  const receipts = readReceipts(fileURLToPath(new URL('../examples/receipts', import.meta.url)));
  const texts = receipts.map(({ transaction }) => JSON.stringify(transaction));
  const { parse, validate } = await timed({
    parse: (i) => JSON.parse(texts[i % texts.length]),
    validate: (i) => validateReceipt(registry, receipts[i % receipts.length]),
  });
  const lines = receipts.map(({ transaction }) => transaction.items.length);
  return {
    kind: 'the receipts in examples/',
    lines: `${Math.min(...lines)} to ${Math.max(...lines)}`,
    characters: Math.round(texts.join('').length / texts.length),
    ns: validate,
    one: validate / parse,
    orders: undefined,
  };
}
