/** Documents of every kind for every country, to compare their figures with those on drawn receipts. */
import { existsSync, readFileSync } from 'node:fs';
import { ratesOn, type LawPack } from 'receipt-rule-packs';
import { packs as all } from 'receipt-rule-packs/packs';
import type { LayoutFile } from '../../scripts/generate/receipt-layouts';

const DAY = '2026-11-20';
const TIME = '14:05:09';
const LAST4 = '4242';

export type Made = 'sale' | 'discount' | 'refund' | 'void' | 'exchange' | 'rounding' | 'oss' | 'device';
export const KINDS: readonly Made[] = ['sale', 'discount', 'refund', 'void', 'exchange', 'rounding', 'oss', 'device'];

interface Line {
  readonly name: string;
  readonly quantity: number;
  readonly unit?: string;
  readonly unitPrice: number;
  readonly discount?: { readonly amount: number; readonly description?: string };
  readonly amount: number;
  readonly taxRate: number;
  readonly taxCategory: string;
  readonly taxAmount: number;
}

/** A document with made-up goods and valid figures. */
export interface MadeDocument extends Readonly<Record<string, unknown>> {
  readonly type: string;
  readonly receiptNumber: string;
  readonly timestamp: string;
  readonly items: readonly Line[];
  readonly tax: {
    readonly scheme: string;
    readonly pricesIncludeTax: boolean;
    readonly summary: readonly { readonly rate: number; readonly taxableAmount: number; readonly taxAmount: number }[];
    readonly jurisdictions?: readonly object[];
  };
  readonly totals: {
    readonly subtotal: number;
    readonly discount: number;
    readonly tax: number;
    readonly rounding: number;
    readonly total: number;
  };
}

/** The packs that have a layout, which new countries may not have yet. */
export const packs = all.filter(({ id }) => existsSync(`packs/${id}/layout.json`));

export const layoutFile = (id: string): LayoutFile =>
  JSON.parse(readFileSync(`packs/${id}/layout.json`, 'utf8')) as LayoutFile;

interface DeviceField {
  readonly name: string;
  readonly example?: unknown;
}
interface LawFile {
  readonly extensions?: readonly { readonly namespace: string; readonly fields: readonly DeviceField[] }[];
}

/** Fiscal data: the law's examples, and made-up text for every other field in the layout. */
function deviceData({ id, country }: LawPack): Record<string, Record<string, unknown>> {
  const { extensions = [] } = JSON.parse(readFileSync(`packs/${id}/law.json`, 'utf8')) as LawFile;
  const namespace = country.toLowerCase();
  const examples = extensions.flatMap((each) =>
    each.namespace === namespace ? each.fields.map(({ name, example }) => [name, example ?? 'X1'] as const) : [],
  );
  const { fiscal } = layoutFile(id);
  const used = [...Object.keys(fiscal?.fields ?? {}), ...(fiscal?.qr === undefined ? [] : [fiscal.qr.from])];
  const named = used.map((field) => [field.split('.')[1]!, 'X2'] as const);
  return { [namespace]: { ...Object.fromEntries(named), ...Object.fromEntries(examples) } };
}

/** A document of this kind; undefined if the country does not have the kind. */
export function madeDocument(pack: LawPack, kind: Made): MadeDocument | undefined {
  const { law, country } = pack;
  const isNet = !law.tax.pricesIncludeTax;
  const rates = ratesOn(law, DAY).map(({ rate }) => rate);
  const [high = 8.25, second = high] = [...new Set(rates)].sort((a, b) => b - a);
  if (kind === 'oss' && law.distanceSales === 'none') return undefined;
  const destination = country === 'DE' ? 'AT' : 'DE';
  const [one, two] = kind === 'oss' ? (destination === 'AT' ? [20, 10] : [19, 7]) : [high, second];
  const line = (name: string, quantity: number, unitPrice: number, taxRate: number, more: Partial<Line> = {}): Line => {
    const sign = quantity < 0 ? -1 : 1;
    const amount = Math.round(quantity * unitPrice) - sign * (more.discount?.amount ?? 0);
    const taxAmount = Math.round((amount * taxRate) / (isNet ? 100 : 100 + taxRate));
    return { name, quantity, unitPrice, amount, taxRate, taxCategory: 'S', taxAmount, ...more };
  };
  const isDiscounted = kind === 'discount' || kind === 'exchange';
  const items = [
    line('A1', kind === 'exchange' ? -1 : 2, 129_900, one, isDiscounted ? { discount: { amount: 1_990 } } : {}),
    line('B2', 1, 4_500, two),
    line('C3', 0.416, 12_900, two, {
      unit: 'kg',
      ...(isDiscounted && { discount: { amount: 250, description: 'D4' } }),
    }),
    line('E5', kind === 'exchange' ? 2 : 1, 99_500, one),
  ];
  const summary = [...new Set(items.map(({ taxRate }) => taxRate))].map((rate) => {
    const own = items.filter(({ taxRate }) => taxRate === rate);
    const amount = own.reduce((sum, each) => sum + each.amount, 0);
    const taxAmount = own.reduce((sum, each) => sum + each.taxAmount, 0);
    return { rate, category: 'S', taxableAmount: isNet ? amount : amount - taxAmount, taxAmount };
  });
  const subtotal = items.reduce((sum, { amount }) => sum + amount, 0);
  const tax = summary.reduce((sum, { taxAmount }) => sum + taxAmount, 0);
  const rounding = kind === 'rounding' ? -3 : 0;
  const total = subtotal + (isNet ? tax : 0) + rounding;
  const state = Math.round((tax * 6) / 8.25);
  const isBack = kind === 'refund' || kind === 'void' || kind === 'exchange';
  return {
    type: isBack ? kind : 'sale',
    settled: true,
    receiptNumber: 'R-1',
    timestamp: `${DAY}T${TIME}+01:00`,
    currency: law.currencies.at(-1)!.code,
    vendor: { id: 'b', name: 'Vendor 7', vatNumber: `${country}12345678`, orgNumber: '87654321' },
    items,
    tax: {
      scheme: kind === 'oss' ? 'EU_VAT' : law.tax.scheme,
      pricesIncludeTax: !isNet,
      summary,
      ...(law.taxJurisdictions && {
        jurisdictions: [
          { level: 'state', name: 'CA', rate: 6, taxAmount: state },
          { level: 'city', name: 'LA', rate: 2.25, taxAmount: tax - state },
        ],
      }),
    },
    totals: {
      subtotal: kind === 'void' ? 0 : subtotal,
      discount: items.reduce((sum, { discount }) => sum + (discount?.amount ?? 0), 0),
      tax,
      rounding,
      total: kind === 'void' ? 0 : total,
    },
    payment: { method: 'card', last4: LAST4 },
    source: { platform: 'x', externalId: '1' },
    ...(isBack && { linkedTransaction: { originalTransactionId: 'txn_9', reason: 'returned' } }),
    ...(kind === 'oss' && { channel: 'ecommerce', customer: { country: destination } }),
    ...(kind === 'device' && { extensions: deviceData(pack) }),
  };
}
