import { readdirSync, readFileSync } from 'node:fs';
import { createRegistry, ISSUE_CODES, type Business, type Transaction } from 'receipt-rule-packs';
import { complete } from 'receipt-rule-packs/complete';
import { packs } from 'receipt-rule-packs/packs';
import { businessOf, optionsOf } from '../src/judge.js';
import type { Sample, Shelf } from '../src/gallery/sample.js';
import { expandVectors, type ExpandedVector } from './vectors.js';

const ROOT = new URL('../../../', import.meta.url);
const registry = createRegistry(packs);

/** Every document of the gallery: the example receipts, one fault for each code, and food around the change of its rate. */
export function samples(): Sample[] {
  return [...few(receipts()), ...faults(), ...food()];
}

/**
 * The first two of Sweden, the first of each other country, and the first of each group: the page has a size limit.
 */
function few(all: readonly Sample[]): Sample[] {
  const seen = new Map<string, number>();
  const count = (name: string): number => {
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return seen.get(name)!;
  };
  return all.filter(({ setting: { country }, shelves }) => {
    const [ofCountry, ...ofGroups] = [count(country), ...shelves.map(count)];
    return ofCountry <= (country === 'SE' ? 2 : 1) || ofGroups.includes(1);
  });
}

interface Notes {
  readonly title: string;
  readonly business: Business;
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
        return sample(notes.title, ['receipts', ...shelvesOf(document, notes.business.country)], document, notes);
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

/** The playground takes the product tax class of a line from its category. */
function classed(document: unknown, classes: Readonly<Record<string, string>>): unknown {
  const { items, ...rest } = document as { items: object[] };
  return {
    ...rest,
    items: items.map((item, i) => ({ ...item, ...(classes[i] !== undefined && { category: classes[i] }) })),
  };
}

/** For each code the vector that raises it with the fewest other issues. Vectors of Sweden come first. */
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

/** The page has all packs, so vectors that assume only one pack are left out. */
function raises({ document, setting }: Sample, code: string): boolean {
  const { issues, warnings } = registry.validate(document, businessOf(setting), optionsOf(setting));
  return [...issues, ...warnings].some((issue) => issue.code === code);
}

/** Food on the two sides of the change of 2026-04-01, at the rate before and the rate after. */
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
