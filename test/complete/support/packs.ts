import { defineReceiptPack, type LawPack, type ReceiptLaw } from 'receipt-rule-packs';
import { lawOf, NET, roundingRow } from './laws';

const VAT = (pricesIncludeTax: boolean) =>
  ({ scheme: 'UK_VAT', name: 'VAT', pricesIncludeTax, citation: 'Fictional, for tests' }) as const;
const table = (...rates: number[]): ReceiptLaw['rates'] =>
  rates.map((rate) => ({ rate, enforce: true, citation: 'Fictional, for tests' }));

/** Six laws, which cover the ways in which countries differ in computing figures. */
const LAWS: readonly Partial<ReceiptLaw>[] = [
  {
    country: 'QM',
    rates: table(25, 12, 6),
    cashRounding: [roundingRow({ increment: 100, electronic: 'allowed', other: 'allowed' })],
  },
  { country: 'QN', rates: table(25), cashRounding: [roundingRow({ increment: 50, halfway: 'either' })] },
  {
    country: 'QO',
    rates: table(25.5, 13.5),
    cashRounding: [roundingRow({ increment: 5, smallTotals: { upTo: 2 }, from: '2002-01-01' })],
  },
  {
    country: 'QP',
    ...NET,
    rates: { min: 0, max: 100, usual: [0.125, 15], citation: 'Fictional, for tests' },
    taxJurisdictions: true,
    cashRounding: [roundingRow({ increment: 5, cash: 'allowed', electronic: 'unusual', maxRounding: 4 })],
    tax: { ...VAT(false), lineTolerance: 'perJurisdiction' },
  },
  {
    country: 'QQ',
    rates: table(27, 18, 5),
    tax: { ...VAT(true), lineTolerance: 50 },
    cashRounding: [roundingRow({ increment: 500 })],
  },
  {
    country: 'QR',
    rates: table(23, 10),
    cashRounding: [roundingRow({ increment: 5, business: 'allowed', smallTotals: { upTo: 2, mayBecome: 5 } })],
  },
];

export const sixPacks: readonly LawPack[] = LAWS.map((law) => defineReceiptPack(lawOf(law)));
