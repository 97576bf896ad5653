/**
 * Measures one row of the table of `validate`, in a process of its own: `node validate-row.mjs KIND LINES`, or
 * `node validate-row.mjs examples`. Prints it as JSON.
 */
import { fileURLToPath } from 'node:url';
import { createRegistry } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { readReceipts, validateReceipt } from '../examples/lib/verdicts.mjs';
import { timed } from './measure.mjs';
import { shuffled } from './receipts.mjs';
import { KINDS } from './validate.mjs';

const ORDERS = 64;
const [kind, lines] = process.argv.slice(2);
const registry = createRegistry([seReceipt1]);
const row = kind === 'examples' ? await exampleReceipts() : await receipts(kind, Number(lines));
console.log(JSON.stringify(row));

/** Receipts of one kind and length, with one key order and with many. */
async function receipts(kind, lines) {
  const { make, issues } = KINDS[kind];
  const document = make(lines);
  const business = { country: 'SE' };
  const found = registry.validate(document, business).issues.length;
  if (found !== issues) throw new Error(`${kind}, ${lines} lines: ${found} issues, not ${issues}`);
  const ratios = [];
  for (const orders of [1, ORDERS]) {
    const texts = Array.from({ length: orders }, (_, i) =>
      JSON.stringify(orders === 1 ? document : shuffled(document, i)),
    );
    ratios.push(await ratioOf(texts, (parsed) => registry.validate(parsed, business)));
  }
  const [{ ns, ratio: one }, { ratio }] = ratios;
  return { kind, lines, characters: JSON.stringify(document).length, ns, one, orders: ratio };
}

/** The receipts in examples/, valid and refused, as they come. */
async function exampleReceipts() {
  const all = readReceipts(fileURLToPath(new URL('../examples/receipts', import.meta.url)));
  const texts = all.map(({ transaction }) => JSON.stringify(transaction));
  const { ns, ratio } = await ratioOf(texts, (transaction, i) => validateReceipt(registry, { ...all[i], transaction }));
  const counts = all.map(({ transaction }) => transaction.items.length);
  return {
    kind: 'the receipts in examples/',
    lines: `${Math.min(...counts)} to ${Math.max(...counts)}`,
    characters: Math.round(texts.join('').length / texts.length),
    ns,
    one: ratio,
  };
}

/** Every document is parsed again, as in a service. The measured time is what `validate` adds to the parsing. */
async function ratioOf(texts, validate) {
  const { parse, both } = await timed({
    parse: (i) => JSON.parse(texts[i % texts.length]),
    both: (i) => validate(JSON.parse(texts[i % texts.length]), i % texts.length),
  });
  return { ns: both - parse, ratio: both / parse - 1 };
}
