/**
 * The time that `diagnose` takes to find a mistake on every line, or on one line, as a ratio to validating the same
 * document once and reading its issues. Prints a table; fails if a row needs more validations than the limit. Run `npm
 * run build` first.
 */
import { createRegistry } from 'receipt-rule-packs';
import { diagnose } from 'receipt-rule-packs/diagnose';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { timed } from './measure.mjs';
import { receipt } from './receipts.mjs';

const LINES = [10, 100, 1000];
/** The goal for both the ratio and the number of validations. */
const LIMIT = 60;

const onAll = (change) => (document) => ({ ...document, items: document.items.map(change) });
const onOne = (change) => (document) => ({
  ...document,
  items: document.items.map((item, i) => (i === 5 ? change(item) : item)),
});

const MISTAKES = {
  'tax of the gross': onAll((item) => ({ ...item, taxAmount: Math.round((item.amount * item.taxRate) / 100) })),
  'prices flag': (document) => ({ ...document, tax: { ...document.tax, pricesIncludeTax: false } }),
  'rates as fractions': onAll((item) => ({ ...item, taxRate: item.taxRate / 100 })),
  'prices in major units': onAll((item) => ({ ...item, unitPrice: item.unitPrice / 100 })),
  'quantities as text': onAll((item) => ({ ...item, quantity: String(item.quantity) })),
  'no categories': onAll((item) => ({ ...item, taxCategory: undefined })),
  'quantity called qty': onAll(({ quantity, ...item }) => ({ ...item, qty: quantity })),
  'an unknown field': onAll((item) => ({ ...item, colour: 'red' })),
  'one tax': onOne((item) => ({ ...item, taxAmount: item.taxAmount + 700 })),
  'one price': onOne((item) => ({ ...item, unitPrice: item.unitPrice + 7 })),
  'one rate': onOne((item) => ({ ...item, taxRate: item.taxRate === 12 ? 25 : 12 })),
};

const shop = createRegistry([seReceipt1]).shop({ country: 'SE' });

/** Validates and reads each issue, as `diagnose` does. */
function validate(document) {
  const { issues, warnings } = shop.validate(document);
  return [...issues, ...warnings].map(({ field, code }) => field + code);
}

const rows = [];
for (const [mistake, make] of Object.entries(MISTAKES)) {
  for (const lines of LINES) {
    const document = make(receipt(lines));
    const { causes, validations } = diagnose(shop, document);
    const times = await timed({ validate: () => validate(document), diagnose: () => diagnose(shop, document) });
    const ratio = times.diagnose / times.validate;
    rows.push({ mistake, lines, causes: causes.length, validations, ms: times.diagnose / 1e6, ratio });
    const figures = [causes.length, validations, (times.diagnose / 1e6).toFixed(2), ratio.toFixed(0)];
    console.log(`| ${[mistake, lines, ...figures].join(' | ')} |`);
  }
}
const above = rows.filter(({ ratio }) => ratio > LIMIT);
console.log(
  `${rows.length - above.length} of ${rows.length} rows take at most ${LIMIT} times as long as one validation.`,
);
process.exitCode = rows.some(({ validations }) => validations > LIMIT) ? 1 : 0;
