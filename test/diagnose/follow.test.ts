import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { follow } from '../../src/diagnose/follow';
import { difference, Revision } from '../../src/diagnose/revision';
import { Reader } from '../../src/diagnose/view';
import { changed, set, type Change } from '../support/changes';
import { VALID } from './support/norway';

const NORWAY = packs.find(({ country }) => country === 'NO')!.law;

type Edit = readonly [path: readonly (string | number)[], value: unknown];

/** What follows from a change of a document, as `path value`. The change itself is not listed. */
function followed(document: unknown, edits: readonly Edit[]): string[] {
  const reader = new Reader();
  const plain = new Revision(document);
  for (const [path, value] of edits) plain.set(path, value);
  const revision = new Revision(plain.document);
  const moved = follow(reader, reader.read(document), revision, NORWAY);
  const changes = difference(plain.document, revision.document);
  expect(moved).toBe(changes.length > 0);
  return changes.map((change) => `${change.path} ${change.op === 'remove' ? 'none' : JSON.stringify(change.value)}`);
}

const [BUN, SWEATER] = VALID.items;
const CASH = [set('payment.method', 'cash'), set('totals.rounding', 0)];

/** 8400 with 15 % is 7304 + 1096, and 129900 with 25 % is 103920 + 25980. */
describe('the figures that follow a change', () => {
  it.each<[name: string, edit: Edit, changes: readonly Change[], figures: readonly string[]]>([
    [
      'a quantity: 3 × 4200 with 15 % is 10957 + 1643',
      [['items', 0, 'quantity'], 3],
      [],
      [
        '/items/0/amount 12600',
        '/items/0/taxAmount 1643',
        '/tax/summary/0/taxableAmount 10957',
        '/tax/summary/0/taxAmount 1643',
        '/totals/subtotal 142500',
        '/totals/tax 27623',
        '/totals/total 142500',
      ],
    ],
    [
      'a price, of an amount that is off by one',
      [['items', 0, 'unitPrice'], 6300],
      [
        set('items[0].amount', 8401),
        set('tax.summary[0].taxableAmount', 7305),
        set('totals.subtotal', 138301),
        set('totals.total', 138301),
      ],
      [
        '/items/0/amount 12600',
        '/items/0/taxAmount 1643',
        '/tax/summary/0/taxableAmount 10957',
        '/tax/summary/0/taxAmount 1643',
        '/totals/subtotal 142500',
        '/totals/tax 27623',
        '/totals/total 142500',
      ],
    ],
    [
      'a discount: 8400 − 1000 with 15 % is 6435 + 965',
      [['items', 0, 'discount'], { amount: 1000 }],
      [],
      [
        '/items/0/amount 7400',
        '/items/0/taxAmount 965',
        '/tax/summary/0/taxableAmount 6435',
        '/tax/summary/0/taxAmount 965',
        '/totals/subtotal 137300',
        '/totals/discount 1000',
        '/totals/tax 26945',
        '/totals/total 137300',
      ],
    ],
    [
      'an amount that did not agree: nothing of the line',
      [['items', 0, 'quantity'], 3],
      [set('items[0].amount', 8402)],
      [],
    ],
    [
      'an amount, whose tax and entry did not agree',
      [['items', 0, 'amount'], 12600],
      [set('items[0].taxAmount', 1098)],
      ['/totals/subtotal 142500', '/totals/total 142500'],
    ],
    [
      'an amount that changes with its quantity: 8000 with 15 % is 6957 + 1043',
      [['items', 0], { ...BUN, quantity: 3, amount: 8000 }],
      [],
      [
        '/items/0/taxAmount 1043',
        '/tax/summary/0/taxableAmount 6957',
        '/tax/summary/0/taxAmount 1043',
        '/totals/subtotal 137900',
        '/totals/tax 27023',
        '/totals/total 137900',
      ],
    ],
    [
      'a tax that changes with its amount',
      [['items', 0], { ...BUN, amount: 12600, taxAmount: 5 }],
      [],
      [
        '/tax/summary/0/taxableAmount 12595',
        '/tax/summary/0/taxAmount 5',
        '/totals/subtotal 142500',
        '/totals/tax 25985',
        '/totals/total 142500',
      ],
    ],
    [
      'a quantity, of a line and an entry that are off by one',
      [['items', 0, 'quantity'], 3],
      [set('items[0].taxAmount', 1097)],
      [
        '/items/0/amount 12600',
        '/items/0/taxAmount 1643',
        '/tax/summary/0/taxableAmount 10958',
        '/tax/summary/0/taxAmount 1642',
        '/totals/subtotal 142500',
        '/totals/tax 27622',
        '/totals/total 142500',
      ],
    ],
    [
      'two lines that leave their entry for different rates',
      [['items'], [{ ...BUN, taxRate: 12 }, { ...BUN, taxRate: 25 }, SWEATER]],
      [
        set('items', [BUN, BUN, SWEATER]),
        set('tax.summary[0].taxableAmount', 14608),
        set('tax.summary[0].taxAmount', 2192),
      ],
      [
        '/items/0/taxAmount 900',
        '/items/1/taxAmount 1680',
        '/tax/summary/0/taxableAmount 0',
        '/tax/summary/0/taxAmount 0',
        '/tax/summary/1/taxableAmount 110640',
        '/tax/summary/1/taxAmount 27660',
      ],
    ],
    [
      'a tax, which is a figure of the entry and the totals',
      [['items', 0, 'taxAmount'], 1000],
      [],
      ['/tax/summary/0/taxableAmount 7400', '/tax/summary/0/taxAmount 1000', '/totals/tax 26980'],
    ],
    [
      'a tax, if the entry did not agree',
      [['items', 0, 'taxAmount'], 1000],
      [set('tax.summary[0]', { rate: 15, category: 'S', taxableAmount: 7300, taxAmount: 1100 })],
      [],
    ],
    [
      'a rate with an entry of its own: the entry takes it',
      [['items', 0, 'taxRate'], 12],
      [],
      [
        '/items/0/taxAmount 900',
        '/tax/summary/0/rate 12',
        '/tax/summary/0/taxableAmount 7500',
        '/tax/summary/0/taxAmount 900',
        '/totals/tax 26880',
      ],
    ],
    [
      'a rate that another entry has: 8400 with 25 % is 6720 + 1680',
      [['items', 0, 'taxRate'], 25],
      [],
      [
        '/items/0/taxAmount 1680',
        '/tax/summary/0 none',
        '/tax/summary/0/taxableAmount 110640',
        '/tax/summary/0/taxAmount 27660',
        '/totals/tax 27660',
      ],
    ],
    ['a category: the entry takes it', [['items', 0, 'taxCategory'], 'Z'], [], ['/tax/summary/0/category "Z"']],
    ['an entry: the tax of the totals', [['tax', 'summary', 0, 'taxAmount'], 1000], [], ['/totals/tax 26980']],
    [
      'an entry, if the tax of the totals was not the sum',
      [['tax', 'summary', 0, 'taxAmount'], 1000],
      [set('totals.tax', 5)],
      [],
    ],
    ['a subtotal: the total', [['totals', 'subtotal'], 138400], [], ['/totals/total 138400']],
    ['a subtotal, if the total was not the sum', [['totals', 'subtotal'], 138400], [set('totals.total', 5)], []],
    ['a total: nothing', [['totals', 'total'], 5], [], []],
    ['a subtotal of a void: no total', [['totals', 'subtotal'], 138400], [set('type', 'void')], []],
    [
      'a subtotal of a rounded total',
      [['totals', 'subtotal'], 138400],
      [set('totals.rounding', -20), set('totals.total', 138280)],
      ['/totals/total 138380'],
    ],
    [
      'a subtotal that needs cash rounding',
      [['totals', 'subtotal'], 138442],
      CASH,
      ['/totals/total 138400', '/totals/rounding -42'],
    ],
    [
      'a subtotal in cash without rounding',
      [['totals', 'subtotal'], 138442],
      [set('payment.method', 'cash')],
      ['/totals/total 138442'],
    ],
    ['a rounding: nothing', [['totals', 'rounding'], 5], CASH, []],
    [
      'a rounding that is stated with the subtotal',
      [['totals'], { subtotal: 5, discount: 0, tax: 27076, rounding: 1, total: 138300 }],
      CASH,
      [],
    ],
    [
      'a total that is stated with the subtotal',
      [['totals'], { subtotal: 5, discount: 0, tax: 27076, total: 6 }],
      [],
      [],
    ],
    [
      'prices without tax: the amounts are the bases, and the total adds the tax',
      [['tax', 'pricesIncludeTax'], false],
      [],
      ['/tax/summary/0/taxableAmount 8400', '/tax/summary/1/taxableAmount 129900', '/totals/total 165376'],
    ],
    ['a line that is no object', [['items', 1], 5], [], []],
    ['one line less', [['items', 1], undefined], [], []],
    ['an entry less', [['tax', 'summary', 1], undefined], [], ['/totals/tax 1096']],
  ])('are those of %s', (_, edit, changes, figures) => {
    expect(followed(changed(VALID, changes), [edit])).toEqual(figures);
  });

  const quantity: Edit = [['items', 0, 'quantity'], 3];
  it.each<[name: string, edit: Edit, figures: readonly string[]]>([
    [
      'a subtotal',
      [['totals', 'subtotal'], 5],
      ['/tax/summary/0/taxableAmount 10957', '/tax/summary/0/taxAmount 1643', '/totals/tax 27623', '/totals/total 5'],
    ],
    [
      'a tax of the totals',
      [['totals', 'tax'], 5],
      [
        '/tax/summary/0/taxableAmount 10957',
        '/tax/summary/0/taxAmount 1643',
        '/totals/subtotal 142500',
        '/totals/total 142500',
      ],
    ],
    [
      'a discount of the totals',
      [['totals', 'discount'], 5],
      [
        '/tax/summary/0/taxableAmount 10957',
        '/tax/summary/0/taxAmount 1643',
        '/totals/subtotal 142500',
        '/totals/tax 27623',
        '/totals/total 142500',
      ],
    ],
    [
      'a total',
      [['totals', 'total'], 5],
      [
        '/tax/summary/0/taxableAmount 10957',
        '/tax/summary/0/taxAmount 1643',
        '/totals/subtotal 142500',
        '/totals/tax 27623',
      ],
    ],
    [
      'a tax of the entry: 1643 − 1096 more would be 1552',
      [['tax', 'summary', 0, 'taxAmount'], 1005],
      ['/tax/summary/0/taxableAmount 10957', '/totals/subtotal 142500', '/totals/tax 26985', '/totals/total 142500'],
    ],
    [
      'a base of the entry',
      [['tax', 'summary', 0, 'taxableAmount'], 5],
      ['/tax/summary/0/taxAmount 1643', '/totals/subtotal 142500', '/totals/tax 27623', '/totals/total 142500'],
    ],
  ])('are not those that change too: %s', (_, edit, figures) => {
    expect(followed(VALID, [quantity, edit])).toEqual(['/items/0/amount 12600', '/items/0/taxAmount 1643', ...figures]);
  });
});
