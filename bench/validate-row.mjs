/**
 * Measures one row of the `validate` table, in a separate process: `node validate-row.mjs KIND LINES`, or
 * `node validate-row.mjs examples`. Prints the row as JSON.
 */
import { fileURLToPath } from 'node:url';
import { createRegistry } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { readReceipts, validateReceipt } from '../examples/lib/verdicts.mjs';
import { timed } from './measure.mjs';
import { several, shuffled } from './receipts.mjs';
import { KINDS } from './validate.mjs';

const [kind, lines] = process.argv.slice(2);
const registry = createRegistry([seReceipt1]);
const row = kind === 'examples' ? await exampleReceipts() : await receipts(kind, Number(lines));
console.log(JSON.stringify(row));

/**
 * Measures different receipts of one kind and length: reading only the verdict, with many key orders, and reading all
 * issues.
 */
async function receipts(kind, lines) {
  const { make, issues } = KINDS[kind];
  const documents = several((seed) => make(lines, seed));
  const business = { country: 'SE' };
  for (const document of documents) {
    const found = registry.validate(document, business).issues.length;
    if (found !== issues) throw new Error(`${kind}, ${lines} lines: found ${found} issues, expected ${issues}`);
  }
  const texts = documents.map((document) => JSON.stringify(document));
  const orders = documents.map((document, seed) => JSON.stringify(shuffled(document, seed)));
  const verdict = (parsed) => verdictOf(registry.validate(parsed, business));
  const { ns, ratio } = await ratioOf(texts, verdict);
  const read =
    issues === 0 ? undefined : await ratioOf(texts, (parsed) => readAll(registry.validate(parsed, business)));
  const characters = Math.round(texts.join('').length / texts.length);
  return { kind, lines, characters, ns, one: ratio, orders: (await ratioOf(orders, verdict)).ratio, read: read?.ratio };
}

/** Reads only whether a document is valid, and how many issues it has. */
function verdictOf({ valid, error }) {
  return valid ? 0 : error.message.length;
}

/** Reads the field, code and message of each issue. */
function readAll({ issues }) {
  let characters = 0;
  for (const { field, code, message } of issues) characters += field.length + code.length + message.length;
  return characters;
}

/** Measures the receipts in examples/, valid and invalid, unchanged. */
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

/** Parses every document again, as a service does. The measured time is the time that `validate` adds to parsing. */
async function ratioOf(texts, validate) {
  const { parse, both } = await timed({
    parse: (i) => JSON.parse(texts[i % texts.length]),
    both: (i) => validate(JSON.parse(texts[i % texts.length]), i % texts.length),
  });
  return { ns: both - parse, ratio: both / parse - 1 };
}
