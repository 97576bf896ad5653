/**
 * The documents for all measurements: receipts like those from a grocery till, with 1 to 1,000 lines. Each function can
 * make any number of different documents, selected by `seed`.
 */

/** Every row rotates through this many documents: a single document would stay in the engine's caches. */
export const DOCUMENTS = 64;

/** One document per seed. */
export const several = (make) => Array.from({ length: DOCUMENTS }, (_, seed) => make(seed));

const GOODS = [
  ['Bryggkaffe mellanrost 450 g', 6490, 12, 'pcs', '7310050001234'],
  ['Tomat kvist', 3990, 12, 'kg', '2091'],
  ['Diskmedel citron 500 ml', 2450, 25, 'pcs', '7322461234567'],
  ['Herrgård 18 mån', 9900, 12, 'kg', '2318'],
  ['Dagstidning', 3500, 6, 'pcs', '7388101234'],
];
/** Grams. */
const WEIGHTS = [416, 1250, 82, 2000, 750];

const vat = (amount, rate) => Math.round((amount * rate) / (100 + rate));

const padded = (number, digits) => String(number).padStart(digits, '0');

function line(i, seed) {
  const [name, price, taxRate, unit, sku] = GOODS[(i + seed) % GOODS.length];
  const unitPrice = price + 10 * ((7 * seed + i) % 90);
  const quantity =
    unit === 'kg' ? (WEIGHTS[Math.floor(i / 5) % WEIGHTS.length] + ((seed * (i + 3)) % 97)) / 1000 : 1 + (i % 3);
  const discount = i % 4 === 2 ? { amount: 250 + 5 * (seed % 40), description: 'Medlemspris' } : undefined;
  const amount = Math.round(quantity * unitPrice) - (discount?.amount ?? 0);
  return {
    name,
    quantity,
    unit,
    unitPrice,
    amount,
    taxRate,
    taxCategory: 'S',
    taxAmount: vat(amount, taxRate),
    discount,
    sku,
  };
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

/** A valid receipt. */
export function receipt(lines, seed = 0) {
  const items = Array.from({ length: lines }, (_, i) => line(i, seed));
  const summary = [12, 25, 6].flatMap((rate) => {
    const group = items.filter((item) => item.taxRate === rate);
    if (group.length === 0) return [];
    const taxAmount = sum(group.map((item) => item.taxAmount));
    return [{ rate, category: 'S', taxableAmount: sum(group.map((item) => item.amount)) - taxAmount, taxAmount }];
  });
  const subtotal = sum(items.map((item) => item.amount));
  const day = padded(1 + (seed % 28), 2);
  return plain({
    type: 'sale',
    settled: true,
    receiptNumber: `2026-118-${padded(4217 + seed, 6)}`,
    timestamp: `2026-11-${day}T17:${padded((4 + seed) % 60, 2)}:31+01:00`,
    currency: 'SEK',
    locale: 'sv-SE',
    metadata: { register: '3', cashier: String(118 + (seed % 5)), member: true },
    vendor: { id: 'biz_0193f3a07c00', locationName: 'Odenplan' },
    items,
    tax: { scheme: 'SE_MOMS', pricesIncludeTax: true, summary },
    totals: {
      subtotal,
      discount: sum(items.map((item) => item.discount?.amount ?? 0)),
      tax: sum(summary.map((entry) => entry.taxAmount)),
      total: subtotal,
    },
    payment: { method: 'card', last4: padded((4242 + 131 * seed) % 10_000, 4) },
    source: { platform: 'acme-pos', externalId: `118-3-202611${day}-${padded(4217 + seed, 6)}` },
    extensions: {
      se: {
        controlUnitId: 'ISCCUSE0000000001',
        controlCode: `SUFMLQIBGESA5GZPENDD3MBH2Y7GZA${LETTERS[seed % 26]}Z;52C6QLGD2QVYVCKXIHIVYGF7${LETTERS[seed >> 3]}6`,
        sequenceNumber: 4217 + seed,
      },
    },
  });
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A receipt with twenty or more rule issues; in a one-line receipt, most are in the totals and summary. */
export function ruleFaults(lines, seed = 0, issues = 20) {
  const document = receipt(lines, seed);
  document.type = 'refund';
  document.currency = 'NOK';
  document.documentTier = 'full_invoice';
  document.payment.method = 'cash';
  document.tax.jurisdictions = [];
  document.extensions.se = {};
  document.items[0].taxCategory = 'AE';
  for (const name of ['subtotal', 'discount', 'tax']) document.totals[name] += 7;
  document.totals.total = -1;
  const wrongLines = Math.min(lines, 5);
  for (let i = 0; i < wrongLines; i++) document.items[i].unitPrice += 100;
  // The first line now has category AE, so the summary entry for its former rate and category is unused unless another
  // line has them. More unused entries make up the remaining faults.
  const used = new Set(document.items.map((item) => `${item.taxRate}${item.taxCategory}`));
  const unused = document.tax.summary.filter(({ rate, category }) => !used.has(`${rate}${category}`)).length;
  const missing = issues - OTHER_FAULTS - wrongLines - unused;
  for (let i = 0; i < missing; i++)
    document.tax.summary.push({ rate: 30 + i, category: 'S', taxableAmount: 0, taxAmount: 0 });
  return document;
}

/**
 * The number of faults other than wrong lines and unused summary entries: tier, currency, missing summary entry,
 * reverse charge, jurisdictions, four totals, sign, rounding, link, and three extension fields.
 */
const OTHER_FAULTS = 15;

/** A receipt with twenty structure issues: absent fields, and wrong types, values and formats. */
export function structureFaults(lines, seed = 0) {
  const document = receipt(lines, seed);
  const [first] = document.items;
  document.type = 'return';
  document.settled = 'yes';
  document.receiptNumber = '';
  document.timestamp = '2026-11-20 17:04:31';
  document.currency = undefined;
  document.vendor.id = 118;
  document.tax.scheme = 'SE';
  document.tax.pricesIncludeTax = undefined;
  document.totals.subtotal = undefined;
  document.totals.discount = '0';
  document.totals.tax = 12.5;
  document.totals.total = null;
  document.payment.method = 'swish';
  document.payment.last4 = '424242';
  document.source.externalId = undefined;
  first.name = undefined;
  first.quantity = '1';
  first.unitPrice = 64.9;
  first.taxRate = null;
  first.taxCategory = 's';
  return plain(document);
}

/** A receipt with ten structural issues, and ten issues from rules that can still run. */
export function mixedFaults(lines, seed = 0) {
  const document = receipt(lines, seed);
  const [first] = document.items;
  document.settled = 'yes';
  document.receiptNumber = '';
  document.timestamp = '2026-11-20 17:04:31';
  document.locale = 46;
  document.vendor.id = 118;
  document.payment.last4 = '424242';
  document.source.platform = null;
  document.source.externalId = undefined;
  first.name = undefined;
  first.unit = 1;
  document.currency = 'NOK';
  document.documentTier = 'full_invoice';
  document.payment.method = 'cash';
  document.extensions.se = {};
  for (const name of ['subtotal', 'discount', 'tax']) document.totals[name] += 7;
  return plain(document);
}

/** Reorders the keys of every object in a document. */
export function shuffled(value, seed) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => shuffled(element, seed));
  const keys = Object.keys(value);
  let state = seed * 2654435761 + 1;
  for (let i = keys.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    const j = state % (i + 1);
    [keys[i], keys[j]] = [keys[j], keys[i]];
  }
  return Object.fromEntries(keys.map((key) => [key, shuffled(value[key], seed)]));
}

/** The document as parsed from JSON, without undefined fields. */
function plain(document) {
  return JSON.parse(JSON.stringify(document));
}
