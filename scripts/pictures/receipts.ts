/**
 * Receipts of every kind, with at least ten countries for each kind, and the page that compares the receipts with what
 * we know about real ones.
 */
import { readFileSync } from 'node:fs';
import { createRegistry, type LawPack, type Shop, type StoredVendor, type Transaction } from 'receipt-rule-packs';
import {
  complete,
  createExchange,
  createRefund,
  createVoid,
  type Completion,
  type DraftLine,
} from 'receipt-rule-packs/complete';
import { drawReceipt } from 'receipt-rule-packs/draw';
import { packs } from 'receipt-rule-packs/packs';
import { readReceipts } from '../../examples/lib/verdicts.mjs';
import type { LayoutFile } from '../generate/receipt-layouts.js';

export const FOLDER = 'docs/receipts';
export const PAGE = 'docs/receipts-by-country.md';
/** The width of the receipt with its margin, in CSS pixels. */
export const WIDTH = 356;

/** Each country's pictures, with their titles. */
const KINDS = {
  sale: 'a sale with a discount',
  refund: 'a refund',
  void: 'a void',
  exchange: 'an exchange',
  rounding: 'a rounded cash sale',
  fiscal: 'a sale with fiscal device data',
} as const;

type PicturedKind = keyof typeof KINDS;

/** A fictitious shop, with the goods that it sells. */
interface Sold {
  readonly country: string;
  readonly currency: string;
  /** The shop's UTC offset. */
  readonly offset: string;
  readonly vendor: Partial<StoredVendor>;
  /** Two products, if possible with different rates: two pieces of the first, one of the second. */
  readonly goods: readonly [DraftLine, DraftLine];
  readonly isNet?: boolean;
}

const good = (name: string, unitPrice: number, taxRate: number): DraftLine => ({ name, unitPrice, taxRate });
const shop = (name: string, id: Partial<StoredVendor>, line1: string, postalCode: string, city: string) => ({
  name,
  ...id,
  address: { line1, postalCode, city },
});

const SOLD: readonly Sold[] = [
  {
    ...{ country: 'SE', currency: 'SEK', offset: '+01:00' },
    vendor: shop('Kafé Norrsken', { orgNumber: '556036-0793' }, 'Storgatan 1', '11646', 'Stockholm'),
    goods: [good('Smörgås', 6950, 12), good('Termosmugg', 24900, 25)],
  },
  {
    ...{ country: 'NO', currency: 'NOK', offset: '+01:00' },
    vendor: shop('Fjelltoppen Kafé', { vatNumber: 'NO123456785MVA' }, 'Storgata 1', '0155', 'Oslo'),
    goods: [good('Kanelbolle', 4290, 15), good('Krus', 14950, 25)],
  },
  {
    ...{ country: 'DK', currency: 'DKK', offset: '+01:00' },
    vendor: shop('Café Havnen', { orgNumber: '12345674' }, 'Nyhavn 1', '1051', 'København'),
    goods: [good('Kaffe', 3895, 25), good('Krus', 12930, 25)],
  },
  {
    ...{ country: 'DE', currency: 'EUR', offset: '+01:00' },
    vendor: shop('Buchcafé am Markt', { vatNumber: 'DE123456788' }, 'Marktplatz 1', '10178', 'Berlin'),
    goods: [good('Roman', 1290, 7), good('Becher', 995, 19)],
  },
  {
    ...{ country: 'AT', currency: 'EUR', offset: '+01:00' },
    vendor: shop('Buchcafé am Ring', { vatNumber: 'ATU12345675' }, 'Ring 1', '1010', 'Wien'),
    goods: [good('Roman', 1290, 10), good('Häferl', 995, 20)],
  },
  {
    ...{ country: 'IT', currency: 'EUR', offset: '+01:00' },
    vendor: shop('Bar del Porto', { vatNumber: '12345670017' }, 'Via Roma 1', '16121', 'Genova'),
    goods: [good('Focaccia', 452, 10), good('Tazza', 994, 22)],
  },
  {
    ...{ country: 'ES', currency: 'EUR', offset: '+01:00' },
    vendor: shop('Café del Puerto', { vatNumber: 'B12345674' }, 'Calle Mayor 1', '28013', 'Madrid'),
    goods: [good('Tostada', 450, 10), good('Taza', 995, 21)],
  },
  {
    ...{ country: 'PL', currency: 'PLN', offset: '+01:00' },
    vendor: shop('Kawiarnia Rynek', { vatNumber: 'PL1234563218' }, 'Rynek 1', '00272', 'Warszawa'),
    goods: [good('Chleb', 890, 5), good('Kubek', 3990, 23)],
  },
  {
    ...{ country: 'PT', currency: 'EUR', offset: '+00:00' },
    vendor: shop('Café do Cais', { vatNumber: 'PT123456789' }, 'Rua Augusta 1', '1100048', 'Lisboa'),
    goods: [good('Pastel de nata', 150, 13), good('Caneca', 995, 23)],
  },
  {
    ...{ country: 'BE', currency: 'EUR', offset: '+01:00' },
    vendor: shop('Boekhandel De Markt', { vatNumber: 'BE0123456749' }, 'Grote Markt 1', '1000', 'Brussel'),
    goods: [good('Roman', 1297, 6), good('Mok', 995, 21)],
  },
  {
    ...{ country: 'FI', currency: 'EUR', offset: '+02:00' },
    vendor: shop('Kahvila Satama', { orgNumber: '1234567-1' }, 'Satamakatu 1', '00160', 'Helsinki'),
    goods: [good('Korvapuusti', 392, 13.5), good('Muki', 1490, 25.5)],
  },
  {
    ...{ country: 'CZ', currency: 'CZK', offset: '+01:00' },
    vendor: shop('Kavárna Na Rohu', { orgNumber: '12345679' }, 'Dlouhá 1', '11000', 'Praha'),
    goods: [good('Koláč', 4590, 12), good('Hrnek', 19950, 21)],
  },
  {
    ...{ country: 'SK', currency: 'EUR', offset: '+01:00' },
    vendor: shop('Kníhkupectvo Rínok', { orgNumber: '12345679' }, 'Hlavná 1', '81101', 'Bratislava'),
    goods: [good('Román', 1292, 5), good('Hrnček', 995, 23)],
  },
  {
    ...{ country: 'HU', currency: 'HUF', offset: '+01:00' },
    vendor: shop('Könyvesbolt a Téren', { vatNumber: 'HU12345676' }, 'Fő tér 1.', '1011', 'Budapest'),
    goods: [good('Regény', 399200, 5), good('Bögre', 249000, 27)],
  },
  {
    ...{ country: 'LT', currency: 'EUR', offset: '+02:00' },
    vendor: shop('Knygynas prie upės', { orgNumber: '123456786' }, 'Pilies g. 1', '01123', 'Vilnius'),
    goods: [good('Romanas', 1292, 5), good('Puodelis', 995, 21)],
  },
  {
    ...{ country: 'LV', currency: 'EUR', offset: '+02:00' },
    vendor: shop('Kafejnīca pie upes', { orgNumber: '40003245752' }, 'Brīvības iela 1', '1010', 'Rīga'),
    goods: [good('Kūka', 392, 21), good('Krūze', 995, 21)],
  },
  {
    ...{ country: 'EE', currency: 'EUR', offset: '+02:00' },
    vendor: shop('Raamatukohvik Sadam', { orgNumber: '12345678' }, 'Sadama 1', '10111', 'Tallinn'),
    goods: [good('Raamat', 1292, 9), good('Kruus', 995, 24)],
  },
  {
    ...{ country: 'LU', currency: 'EUR', offset: '+01:00' },
    vendor: shop('Librairie du Marché', { vatNumber: 'LU12345613' }, 'Grand-Rue 1', '1661', 'Luxembourg'),
    goods: [good('Roman', 1290, 3), good('Tasse', 995, 17)],
  },
  {
    ...{ country: 'CY', currency: 'EUR', offset: '+02:00' },
    vendor: shop('Καφέ Λιμάνι', { vatNumber: 'CY12345678F' }, 'Λήδρας 1', '1011', 'Λευκωσία'),
    goods: [good('Σάντουιτς', 450, 9), good('Κούπα', 995, 19)],
  },
  {
    ...{ country: 'MT', currency: 'EUR', offset: '+01:00' },
    vendor: shop('Harbour Books', { vatNumber: 'MT12345634' }, '1 Republic Street', 'VLT 1110', 'Valletta'),
    goods: [good('Novel', 1290, 5), good('Mug', 995, 18)],
  },
  {
    ...{ country: 'GB', currency: 'GBP', offset: '+00:00' },
    vendor: shop('Harbour Café', { vatNumber: 'GB123456782' }, '1 High Street', 'BS1 4DJ', 'Bristol'),
    goods: [{ name: 'Novel', unitPrice: 899, taxRate: 0, taxCategory: 'Z' }, good('Mug', 995, 20)],
  },
  {
    ...{ country: 'US', currency: 'USD', offset: '-06:00' },
    vendor: {
      name: 'South Congress Books',
      address: { line1: '1 Congress Ave', city: 'Austin', region: 'TX', postalCode: '78704' },
    },
    goods: [texan('Hardcover novel', 2799), texan('Tote bag', 1500)],
    isNet: true,
  },
];

function texan(name: string, unitPrice: number): DraftLine {
  return {
    name,
    unitPrice,
    taxes: [
      { level: 'state', name: 'Texas', rate: 6.25 },
      { level: 'city', name: 'Austin', rate: 1 },
      { level: 'district', name: 'Austin MTA', rate: 1 },
    ],
  };
}

/** A picture before it is laid out. */
export interface Pictured {
  readonly country: string;
  readonly kind: PicturedKind;
  /** Its file. */
  readonly path: string;
  readonly drawing: string;
  /** The alternative text. */
  readonly title: string;
  readonly document: Transaction;
}

interface LawFile {
  readonly extensions?: readonly {
    readonly namespace: string;
    readonly fields: readonly { readonly name: string; readonly example?: unknown }[];
  }[];
}

const registry = createRegistry(packs);
const packOf = (country: string): LawPack => packs.find((pack) => pack.country === country)!;

/** All pictures, by country and kind. */
export function picturedReceipts(): Pictured[] {
  return SOLD.flatMap((sold) =>
    documentsOf(sold).map(([kind, document, original]) => {
      const { country, vendor } = sold;
      const { name } = packOf(country).law;
      return {
        country,
        kind,
        document,
        path: `${FOLDER}/${country.toLowerCase()}-${kind}.svg`,
        drawing: drawReceipt(document, { country, vendor, original }),
        title: `${name.en}: ${KINDS[kind]}`,
      };
    }),
  );
}

type Made = readonly [kind: PicturedKind, document: Transaction, original?: Transaction];

/** One valid document of each kind that the country has. */
function documentsOf(sold: Sold): Made[] {
  const { country, goods } = sold;
  const business = registry.shop({ country });
  const [first, second] = goods;
  const price = Number(second.unitPrice);
  const discounted = { ...second, discount: { amount: price > 100_000 ? 20_000 : price > 5_000 ? 1_000 : 100 } };
  const sale = sell(business, sold, '1042', 'card', [{ ...first, quantity: 2 }, discounted]);
  const correction = (receiptNumber: string) => ({
    ...{ sale, originalTransactionId: 'txn_1', priorCorrections: [], receiptNumber, extensions: signed(sold) },
    timestamp: `2026-11-23T10:15:00${sold.offset}`,
    source: { platform: 'pos', externalId: receiptNumber },
  });
  const refund = createRefund(business, {
    ...correction('1043'),
    lines: [{ line: 0, quantity: 1 }],
    reason: 'returned',
  });
  const voided = createVoid(business, { ...correction('1044'), reason: 'duplicate' });
  const exchange = createExchange(business, {
    ...correction('1045'),
    returned: [{ line: 1, quantity: 1 }],
    sold: [{ ...first, quantity: 3 }],
    reason: 'other',
  });
  const cash = sell(business, sold, '1046', 'cash', [{ ...first, quantity: 1 }, second]);
  const data = deviceData(country);
  const isPrinted = Object.keys(layoutOf(country).fiscal?.fields ?? {}).length > 0;
  return [
    ['sale', sale],
    ['refund', valid(refund), sale],
    ['void', valid(voided), sale],
    ['exchange', valid(exchange), sale],
    ...((cash.totals.rounding ?? 0) === 0 ? [] : [['rounding', cash] as const]),
    ...(isPrinted && data !== undefined ? [['fiscal', { ...sale, extensions: data } as Transaction] as const] : []),
  ];
}

function sell(
  business: Shop,
  sold: Sold,
  receiptNumber: string,
  method: 'card' | 'cash',
  items: readonly DraftLine[],
): Transaction {
  return valid(
    complete(business, {
      receiptNumber,
      timestamp: `2026-11-21T14:32:10${sold.offset}`,
      currency: sold.currency,
      vendor: { id: 'biz_1' },
      items,
      tax: { pricesIncludeTax: sold.isNet !== true },
      payment: { method },
      source: { platform: 'pos', externalId: receiptNumber },
      extensions: signed(sold),
    }),
  );
}

/** Fiscal device data for every document, if the law rejects documents without it. */
const signed = ({ country }: Sold): Transaction['extensions'] => (country === 'SE' ? deviceData(country) : undefined);

function valid(result: Completion): Transaction {
  if (!result.valid) throw new Error(JSON.stringify(result.issues));
  return result.transaction;
}

/** Countries whose law names the device's fields, but for which we have found no published example of the data. */
const UNSAMPLED = ['BE', 'LT'];
/**
 * Fields that cannot occur together with another field that has an example: TicketBAI replaces VERI*FACTU in the Basque
 * Country.
 */
const EXCLUDED = ['es.ticketBaiCode', 'sk.pkp'];

/** The example of each field in the law; undefined if it has none. */
function deviceData(country: string): Record<string, Record<string, unknown>> | undefined {
  if (UNSAMPLED.includes(country)) return undefined;
  const namespace = country.toLowerCase();
  const { extensions = [] } = fileOf(country, 'law.json') as LawFile;
  const fields = extensions.filter((each) => each.namespace === namespace).flatMap(({ fields: own }) => own);
  const examples = fields.flatMap(({ name, example }) =>
    example === undefined || EXCLUDED.includes(`${namespace}.${name}`) ? [] : [[name, example] as const],
  );
  return examples.length === 0 ? undefined : { [namespace]: Object.fromEntries(examples) };
}

const fileOf = (country: string, name: string): unknown =>
  JSON.parse(readFileSync(`packs/${packOf(country).id}/${name}`, 'utf8'));
const layoutOf = (country: string): LayoutFile => fileOf(country, 'layout.json') as LayoutFile;

/** The page with all pictures, and the sources of each country's layout. */
export function receiptsPage(pictures: readonly Pictured[]): string {
  return [
    '# Receipts by country',
    '',
    '<!-- Generated by npm run receipt-pictures. Do not edit. -->',
    '',
    `This page shows how \`receipt-rule-packs/draw\` draws a sale, a refund, a void and an exchange for ${SOLD.length} countries, a rounded cash sale for ${countOf('rounding', pictures)}, and a sale`,
    `with fiscal device data for ${countOf('fiscal', pictures)}. Shops, goods and numbers are made up; the documents are valid. It also states what we know about real receipts:`,
    'compare the drawings with them, and [tell us](../CONTRIBUTING.md#report-a-wrong-verdict) what looks wrong. [Draw a receipt](guides/draw-a-receipt.md)',
    'explains the drawings.',
    '',
    SOLD.map(({ country }) => {
      const { name } = packOf(country).law;
      return `[${name.en}](#${anchorOf(name.en)})`;
    }).join(' · '),
    '',
    ...SOLD.flatMap(({ country }) => sectionOf(country, pictures)),
  ].join('\n');
}

const anchorOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

const countOf = (kind: PicturedKind, pictures: readonly Pictured[]): number =>
  pictures.filter((each) => each.kind === kind).length;

const LEVELS: Readonly<Record<LayoutFile['evidence']['level'], string>> = {
  act: 'the text of the act, read directly or as quoted by other sources',
  authority: 'information from the tax authority, or a layout that it published',
  secondary: 'secondary sources',
  custom: 'common practice, because we found no rule that prescribes the layout of a receipt',
};

function sectionOf(country: string, pictures: readonly Pictured[]): string[] {
  const { name } = packOf(country).law;
  const { evidence } = layoutOf(country);
  const samples = readReceipts('examples/receipts').filter(
    (each) => each.business.country === country && !each.derived,
  );
  const anchor = anchorOf(name.en);
  const own = pictures.filter((each) => each.country === country);
  const missing = (Object.keys(KINDS) as PicturedKind[]).filter((kind) => !own.some((each) => each.kind === kind));
  return [
    `## ${name.en}`,
    '',
    `The layout is based on ${LEVELS[evidence.level]}:`,
    '',
    ...evidence.sources.map((source) => `- ${source}`),
    '',
    samples.length === 0
      ? 'We have no real receipt.'
      : `Samples: [${samples.length === 1 ? '1 receipt' : `${samples.length} receipts`}](../examples/receipts/README.md#${anchor}) from public documentation and the press.`,
    ...missing.flatMap((kind) => [
      '',
      kind === 'fiscal' && UNSAMPLED.includes(country) ? UNSAMPLED_DATA : ABSENT[kind]!,
    ]),
    '',
    '<div class="pictures">',
    '',
    ...own.flatMap(({ title, path }) => [`![${title}](${path.replace('docs/', '')})`, '']),
    '</div>',
    '',
  ];
}

/** Why a country has no picture of a kind of receipt. */
const ABSENT: Partial<Record<PicturedKind, string>> = {
  rounding: 'By default, cash totals are not rounded.',
  fiscal: 'The pack has no fiscal device fields.',
};
const UNSAMPLED_DATA = 'We have no published example of fiscal device data.';
