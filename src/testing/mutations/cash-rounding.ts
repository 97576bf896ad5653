import type { Transaction } from '../../document/types.generated.js';
import type { CashRounding, ReceiptLaw, RoundingDuty } from '../../law/types.js';
import { remove, set, type Change, mutation, type Mutation } from '../mutation.js';
import { TENDERS, type Needs } from '../options.js';
import { dutyOf, largestOf, rowOf } from '../rounding.js';
import { totalMismatch } from './totals.js';

type Duty = RoundingDuty | 'cash_part';

const SUMMED: Needs = { type: ['sale', 'refund', 'credit_note', 'exchange'] };
const GRID: readonly Duty[] = ['required', 'allowed'];

/** Documents from the period of a matching row, with tenders for which the row has one of these duties. */
function placesWhere(duties: readonly Duty[], holds: (row: CashRounding) => boolean = () => true): Mutation['places'] {
  return ({ cashRounding }) =>
    cashRounding.filter(holds).flatMap((row): Needs[] => {
      const tender = TENDERS.filter((one) => duties.includes(dutyOf(row, one, false)));
      const { from, until } = row;
      return tender.length === 0
        ? []
        : [
            {
              ...SUMMED,
              tender,
              timestamps: { from, until },
              ...(row.channels !== undefined && { sale: 'home' as const }),
            },
          ];
    });
}

const isCoarse = ({ increment }: CashRounding): boolean => increment > 1;

/** The total before cash rounding. */
const netOf = ({ totals }: Transaction): number => totals.total - (totals.rounding ?? 0);

/** Sets the rounding, and adjusts the total to it. */
const rounded = (document: Transaction, rounding: number): Change[] => [
  set('totals.rounding', rounding),
  set('totals.total', netOf(document) + rounding),
];

const isOffGrid = (total: number, { increment }: CashRounding): boolean => total % increment !== 0;

/**
 * Whether the total shows that it was rounded: it is a multiple of the increment, at most half an increment from the
 * exact total.
 */
function isShown(document: Transaction, row: CashRounding | undefined): boolean {
  const { rounding = 0, total } = document.totals;
  return row !== undefined && !isOffGrid(total, row) && 2 * Math.abs(rounding) <= row.increment;
}

/** A rounding to a multiple of the increment that is larger than the law allows. */
function tooLarge(document: Transaction, row: CashRounding): number {
  const { increment, smallTotals } = row;
  const { rounding = 0 } = document.totals;
  const onGrid = isOffGrid(document.totals.total, row) ? 0 : rounding;
  const more = increment * (Math.ceil((2 * largestOf(row)) / increment) + 1);
  // A small total may be rounded to a special value.
  return netOf(document) + onGrid + more === smallTotals?.mayBecome ? onGrid + more + increment : onGrid + more;
}

/** A rounding other than 0 to a total that is not a multiple of the increment. */
function besideGrid(document: Transaction, row: CashRounding): number {
  let rounding = (document.totals.rounding ?? 0) + 1;
  while (rounding === 0 || !isOffGrid(netOf(document) + rounding, row)) rounding++;
  return rounding;
}

/** The total, moved away from zero until it is not a multiple of the increment, and too large to stay unrounded. */
function offGrid(net: number, row: CashRounding): number {
  const least = row.smallTotals === undefined ? 0 : row.smallTotals.upTo;
  let size = Math.abs(net);
  while (!isOffGrid(size, row) || size <= least) size++;
  return net < 0 ? -size : size;
}

/** Makes the document a counter sale to a consumer: its total must be rounded. */
function consumer({ customer, channel }: Transaction, { business, channels }: CashRounding): Change[] {
  return [
    ...(business === undefined || customer === undefined
      ? []
      : [remove('customer.orgNumber'), remove('customer.vatNumber')]),
    ...(channels === undefined || channel === undefined ? [] : [remove('channel')]),
  ];
}

const rowFor = (law: ReceiptLaw, document: Transaction): CashRounding => rowOf(law, document)!;

export const mutations: readonly Mutation[] = [
  mutation(
    'no rounding with cash',
    'required',
    (document) => {
      const total = document.type === 'void' ? 0 : netOf(document);
      return [[remove('totals.rounding'), set('totals.total', total)], ['totals.rounding required']];
    },
    { rule: 'cash-rounding-required', places: { tender: 'cash' } },
  ),
  mutation(
    'cash rounded, but totals.rounding left out',
    'required',
    (document, _, law) => [
      [
        remove('totals.rounding'),
        ...(isShown(document, rowOf(law, document)) ? [] : [set('totals.total', netOf(document))]),
      ],
      ['totals.rounding required'],
    ],
    { rule: 'cash-rounding-required', places: { ...SUMMED, tender: 'cash' } },
  ),
  mutation(
    'a rounding beyond the limit',
    'invalid_rounding',
    (document, _, law) => [
      [...consumer(document, rowFor(law, document)), ...rounded(document, tooLarge(document, rowFor(law, document)))],
      ['totals.rounding invalid_rounding'],
    ],
    { rule: 'cash-rounding-grid', places: placesWhere(['required', 'allowed', 'unusual', 'cash_part']) },
  ),
  mutation(
    'a rounding to a total that is not a multiple of the increment',
    'invalid_rounding',
    (document, _, law) => [
      [...consumer(document, rowFor(law, document)), ...rounded(document, besideGrid(document, rowFor(law, document)))],
      ['totals.rounding invalid_rounding'],
    ],
    { rule: 'cash-rounding-grid', places: placesWhere(GRID, isCoarse) },
  ),
  mutation(
    'cash without rounding',
    'invalid_rounding',
    (document, _, law) => {
      const row = rowFor(law, document);
      const net = netOf(document);
      const total = offGrid(net, row);
      const moved = { ...document, totals: { ...document.totals, rounding: 0, total } };
      return [
        [...consumer(document, row), set('totals.rounding', 0), set('totals.total', total)],
        ['totals.rounding invalid_rounding', ...(total === net ? [] : totalMismatch(moved))],
      ];
    },
    {
      rule: 'cash-rounding-zero',
      places: (law) =>
        placesWhere(
          ['required'],
          (row) => isCoarse(row) && row.unlessAgreed !== true,
        )(law).flatMap((place) =>
          [place.tender].flat().includes('cash') ? [{ ...place, tender: 'cash' as const }] : [],
        ),
    },
  ),
  mutation(
    'a rounding on a tender that the law does not round',
    'not_allowed',
    (document, pick, law) => [
      rounded(document, rowFor(law, document).increment * (1 + (pick % 3))),
      ['totals.rounding not_allowed'],
    ],
    { rule: 'cash-rounding-tender', places: placesWhere(['not_allowed']) },
  ),
  mutation(
    'a rounding under a law without cash rounding',
    'invalid_rounding',
    (document, pick) => [rounded(document, 1 + (pick % 99)), ['totals.rounding invalid_rounding']],
    { rule: 'no-rounding', places: SUMMED },
  ),
];
