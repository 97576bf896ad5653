import { receiptPack, type LawPack, type ReceiptLaw } from 'receipt-rule-packs';
import { lawOf, NET, roundingRow } from './laws';

const VAT = (prices: 'include' | 'exclude') =>
  ({ scheme: 'UK_VAT', word: 'VAT', prices, source: 'Fictional, for tests' }) as const;
const table = (...rates: number[]): ReceiptLaw['rates'] =>
  rates.map((rate) => ({ rate, enforce: true, source: 'Fictional, for tests' }));

/** Six kinds of law: what differs between countries, as far as figures go. */
const LAWS: readonly Partial<ReceiptLaw>[] = [
  {
    country: 'QM',
    rates: table(25, 12, 6),
    cashRounding: [roundingRow({ step: 100, electronic: 'may', other: 'may' })],
  },
  { country: 'QN', rates: table(25), cashRounding: [roundingRow({ step: 50, tie: 'either' })] },
  {
    country: 'QO',
    rates: table(25.5, 13.5),
    cashRounding: [roundingRow({ step: 5, smallest: { upTo: 2 }, from: '2002-01-01' })],
  },
  {
    country: 'QP',
    ...NET,
    rates: { min: 0, max: 100, usual: [0.125, 15], source: 'Fictional, for tests' },
    jurisdictions: true,
    cashRounding: [roundingRow({ step: 5, cash: 'may', electronic: 'unusual', limit: 4 })],
    tax: { ...VAT('exclude'), lineTolerance: 'perJurisdiction' },
  },
  {
    country: 'QQ',
    rates: table(27, 18, 5),
    tax: { ...VAT('include'), lineTolerance: 50 },
    cashRounding: [roundingRow({ step: 500 })],
  },
  {
    country: 'QR',
    rates: table(23, 10),
    cashRounding: [roundingRow({ step: 5, consumersOnly: true, smallest: { upTo: 2, becomes: 5 } })],
  },
];

export const sixPacks: readonly LawPack[] = LAWS.map((law) => receiptPack(lawOf(law)));
