import { readdirSync, readFileSync } from 'node:fs';
import { createRegistry, ISSUE_CODES, type Business, type RulePack, type Transaction } from 'receipt-rule-packs';
import { complete } from 'receipt-rule-packs/complete';
import { diagnose } from 'receipt-rule-packs/diagnose';
import { packs } from 'receipt-rule-packs/packs';
import { businessOf, optionsOf } from '../src/judge.js';
import type { Sample, Shelf } from '../src/gallery/sample.js';
import { expandVectors, type ExpandedVector } from './vectors.js';

const ROOT = new URL('../../../', import.meta.url);
const registry = createRegistry(packs);

/**
 * Returns every document in the gallery: for each country a sale and typical mistakes, the example receipts, one
 * invalid document for each code, and food before and after its rate changed.
 */
export function samples(): Sample[] {
  return [...mistakes(), ...receipts(), ...faults(), ...food()];
}

interface Notes {
  readonly title: string;
  readonly business: Business;
  /** The name of the receipt from which this receipt is derived; for a correction, the sale's name. */
  readonly derivedFrom?: string;
  readonly options?: {
    readonly rateWindows?: 'off' | 'warn' | 'enforce';
    readonly productTaxClass?: Readonly<Record<string, string>>;
    readonly original?: string | { readonly timestamp: string };
  };
}

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'));

function receipts(): Sample[] {
  const folder = 'examples/receipts';
  const countries = readdirSync(new URL(folder, ROOT), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return countries.flatMap(({ name }) =>
    readdirSync(new URL(`${folder}/${name}`, ROOT))
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => {
        const document = read(`${folder}/${name}/${file}`) as Transaction;
        const notes = read(`${folder}/${name}/${file.replace('.json', '.notes.jsonc')}`) as Notes;
        const made = sample(notes.title, ['receipts', ...shelvesOf(document, notes.business.country)], document, notes);
        if (document.type === 'sale' || notes.derivedFrom === undefined) return made;
        const { receiptNumber } = read(`${folder}/${name}/${notes.derivedFrom}.json`) as Transaction;
        return { ...made, setting: { ...made.setting, originalNumber: receiptNumber } };
      }),
  );
}

function shelvesOf({ type, tax, totals, payment }: Transaction, country: string): Shelf[] {
  const shelves: Shelf[] = [];
  if (type !== 'sale') shelves.push('corrections');
  if (tax?.scheme === 'EU_VAT' && ['SE', 'NO', 'DK', 'FI'].includes(country)) shelves.push('oss');
  if (payment?.method === 'cash' && totals?.rounding) shelves.push('rounding');
  return shelves;
}

function sample(
  title: string,
  shelves: Shelf[],
  document: unknown,
  { business, options = {} }: Omit<Notes, 'title'>,
): Sample {
  const { rateWindows, productTaxClass, original } = options;
  const day = (typeof original === 'string' ? original : original?.timestamp)?.slice(0, 10);
  const setting = {
    country: business.country,
    ...(business.multiLocation && { multiLocation: true }),
    ...(business.territory !== undefined && { territory: business.territory }),
    ...(business.regimes !== undefined && { regimes: business.regimes }),
    ...(rateWindows && { rateWindows }),
    ...(day !== undefined && { originalDay: day }),
  };
  return {
    title,
    shelves,
    setting,
    document: productTaxClass === undefined ? document : classed(document, productTaxClass),
  };
}

/** Stores product tax classes as categories, because the playground reads classes from categories. */
function classed(document: unknown, classes: Readonly<Record<string, string>>): unknown {
  const { items, ...rest } = document as { items: object[] };
  return {
    ...rest,
    items: items.map((item, i) => ({ ...item, ...(classes[i] !== undefined && { category: classes[i] }) })),
  };
}

interface DiagnoseVector {
  readonly name: string;
  readonly business: Business;
  readonly document: Transaction;
  readonly expected: { readonly count: number };
}

/**
 * Returns up to three samples for each country: a sale, a receipt with a few mistakes, and the receipt with the most
 * mistakes. Typical mistakes are written by hand; a country without any has samples from its cases.
 */
function mistakes(): Sample[] {
  const lines = readFileSync(new URL('test/diagnose/vectors.jsonl', ROOT), 'utf8').trimEnd().split('\n');
  const vectors = lines.map((line) => JSON.parse(line) as DiagnoseVector);
  // Leave out receipts that are validated under another country's law.
  const home = vectors.filter(({ name, business }) => name.startsWith(`${business.country.toLowerCase()}: `));
  return packs.flatMap((pack) => {
    const { country } = pack;
    const own = home.filter(({ business }) => business.country === country);
    if (own.length === 0) return fromCases(pack);
    const most = own.reduce((a, b) => (b.expected.count > a.expected.count ? b : a));
    const least = own.find((vector) => vector !== most) ?? most;
    const sold = own.find(({ document }) => document.type === 'sale')!;
    const { document } = diagnose(registry.shop({ country }), sold.document);
    const sale = sample('A sale', ['receipts'], document, sold);
    const broken = [...new Set([least, most])].map((vector) =>
      sample(titleOf(vector), ['mistakes'], vector.document, vector),
    );
    return [sale, ...broken];
  });
}

/** A sale and a receipt with one mistake, from the cases of a country for which there are no typical mistakes. */
function fromCases({ id }: RulePack): Sample[] {
  const own = expandVectors(read(`vectors/${id}.json`)).filter((vector) => vector.isHome && isShort(vector));
  const isSale = ({ document }: ExpandedVector) => (document as Partial<Transaction>).type === 'sale';
  const sale = own.find((vector) => vector.findings.length === 0 && isSale(vector));
  const broken = own.find((vector) => !vector.valid && isSale(vector));
  return [
    ...(sale === undefined ? [] : [sample('A sale', ['receipts'], sale.document, sale)]),
    ...(broken === undefined ? [] : [sample(broken.code, ['mistakes'], broken.document, broken)]),
  ];
}

const titleOf = ({ name }: DiagnoseVector): string => name[4]!.toUpperCase() + name.slice(5);

/** Returns, for each code, the vector that raises the code with the fewest other issues. Prefers vectors for Sweden. */
function faults(): Sample[] {
  const files = readdirSync(new URL('vectors', ROOT)).filter((file) => file.endsWith('-receipt-1.json'));
  const others = files.filter((file) => !file.startsWith('se-')).sort();
  const vectors = ['se-receipt-1.json', ...others].flatMap((file) => expandVectors(read(`vectors/${file}`)));
  const codes = new Set([...Object.keys(ISSUE_CODES), ...vectors.map(({ code }) => code)]);
  return [...codes].flatMap((code) => {
    const firing = vectors.filter(
      (vector) => vector.findings.some((finding) => finding.code === code) && isShort(vector),
    );
    firing.sort((a, b) => a.findings.length - b.findings.length);
    const made = firing.map((vector) => sample(code, ['faults'], vector.document, vector));
    const least = made.find((each) => raises(each, code));
    return least === undefined ? [] : [least];
  });
}

const isShort = ({ document }: ExpandedVector) => document !== undefined && JSON.stringify(document).length < 4000;

/**
 * Whether a sample raises a code in the playground. Some do not, because their vectors assume a single pack and the
 * playground has all packs.
 */
function raises({ document, setting }: Sample, code: string): boolean {
  const { issues, warnings } = registry.validate(document, businessOf(setting), optionsOf(setting));
  return [...issues, ...warnings].some((issue) => issue.code === code);
}

/** Returns food sold on 2026-03-31 and on 2026-04-01, when its rate changed, each at the old and at the new rate. */
function food(): Sample[] {
  const sold = read('examples/receipts/se/derived-food-rate-window.json') as Transaction;
  const shop = registry.shop(
    { country: 'SE' },
    { rateWindows: 'enforce', productTaxClass: ({ category }) => category },
  );
  return ['2026-03-31', '2026-04-01'].flatMap((day) =>
    [12, 6].map((rate) => {
      const draft = {
        ...sold,
        timestamp: `${day}T10:05:00+02:00`,
        items: sold.items.map((item) => ({ ...item, taxRate: rate, taxAmount: undefined })),
      };
      const completed = complete(shop, {
        ...draft,
        tax: { ...sold.tax, summary: undefined },
        totals: undefined,
      });
      const document = completed.valid ? completed.transaction : completed.document;
      return sample(`Food at ${rate} % on ${day}`, ['food'], document, {
        business: { country: 'SE' },
        options: { rateWindows: 'enforce' },
      });
    }),
  );
}
