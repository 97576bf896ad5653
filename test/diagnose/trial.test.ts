import { describe, expect, it } from 'vitest';
import { Diagnosing } from '../../src/diagnose/diagnosing';
import type { Edit, Repair } from '../../src/diagnose/repairs';
import type { Path } from '../../src/diagnose/revision';
import { Trial } from '../../src/diagnose/trial';
import { changed, set, type Change } from '../support/changes';
import { norway, VALID } from './support/norway';

const to = (value: unknown, ...path: Path): Edit => ({ path, value });

const repair = (cost: number, edits: readonly Edit[], more: Partial<Repair> = {}): Repair => ({
  code: 'total',
  kind: undefined,
  cost,
  title: '',
  edits,
  ...more,
});

function prepared(document: unknown, repairs: readonly Repair[]) {
  const diagnosing = new Diagnosing(norway, document, undefined, 300, undefined);
  return { diagnosing, trial: new Trial(diagnosing, diagnosing.reader.read(document), repairs) };
}

/** How many changed documents a trial validates, and the scores of the repairs that help. */
function tried(document: unknown, repairs: readonly Repair[]) {
  const { diagnosing, trial } = prepared(document, repairs);
  trial.run();
  return { validations: diagnosing.validations - 1, scores: trial.best.map(({ score }) => score) };
}

/** A total that is not the sum: an error, which weighs 10. */
const OFF = changed(VALID, [set('totals.total', 138400)]);
const BOTH_OFF = changed(OFF, [set('totals.subtotal', 138400)]);
const TOTAL = to(138300, 'totals', 'total');
const BOTH = [TOTAL, to(2, 'items', 0, 'quantity')];
/** Changes that neither help nor harm. */
const HARMLESS = [
  to('2', 'receiptNumber'),
  to('2', 'vendor', 'id'),
  to('2', 'source', 'externalId'),
  to('2', 'source', 'platform'),
  to('2', 'items', 0, 'name'),
  to('2', 'items', 1, 'name'),
  to('2', 'items', 0, 'sku'),
  to('2', 'items', 1, 'sku'),
];

const BUN = VALID.items[0];
/** Lines with tax on the gross amount; their entry has the right tax. */
const buns = (count: number, more: readonly Change[] = []): unknown =>
  changed(VALID, [
    set('items', [...Array.from({ length: count }, () => ({ ...BUN, taxAmount: 1260 })), { ...VALID.items[1] }]),
    set('tax.summary[0].taxableAmount', count * 7304),
    set('tax.summary[0].taxAmount', count * 1096),
    set('totals', {
      subtotal: count * 8400 + 129900,
      discount: 0,
      tax: count * 1096 + 25980,
      total: count * 8400 + 129900,
    }),
    ...more,
  ]);

describe('the score of a repair is its gain per cost', () => {
  it.each<[name: string, repair: Repair, score: number]>([
    ['of one change', repair(2, [TOTAL]), 10 / 2],
    ['of three changes', repair(1, [TOTAL, ...HARMLESS.slice(0, 2)]), 10 / 1.06],
    ['of six changes, which cost no more than five', repair(1, [TOTAL, ...HARMLESS.slice(0, 5)]), 10 / 1.12],
    ['of three changes of a kind', repair(1, [TOTAL, ...HARMLESS.slice(0, 2)], { kind: 'own' }), 10],
  ])('%s', (_, one, score) => {
    const { validations, scores } = tried(OFF, [one]);
    expect(validations).toBe(1);
    expect(scores).toEqual([expect.closeTo(score)]);
  });

  it('or none without a gain', () => {
    expect(tried(OFF, [repair(1, [HARMLESS[0]!])])).toEqual({ validations: 1, scores: [] });
  });

  it('with the figures that follow', () => {
    // The subtotal alone only moves the issue to the total.
    const { validations, scores } = tried(BOTH_OFF, [repair(1, [to(138300, 'totals', 'subtotal')])]);
    expect(validations).toBe(2);
    expect(scores).toEqual([expect.closeTo(10 / (1 + 0.05 + 2 * 0.02))]);
  });
});

describe('the score of many changes at once', () => {
  it('is that with the figures that follow, of which eight count', () => {
    const tax = 9 * 1260;
    const document = buns(9, [
      set('tax.summary[0].taxableAmount', 9 * 8400 - tax),
      set('tax.summary[0].taxAmount', tax),
      set('totals.tax', tax + 25980),
    ]);
    const edits = Array.from({ length: 9 }, (_, i) => to(1096, 'items', i, 'taxAmount'));
    // Nine warnings of a kind
    const loss = 4 * (4 + Math.log2(9 / 4));
    expect(tried(document, [repair(1, edits)]).scores[0]).toBeCloseTo(loss / (1 + 0.05 + 8 * 0.02));
  });
});

describe('repairs are tried', () => {
  it('in the order of what they may gain per cost, the cheaper first', () => {
    const document = changed(OFF, [set('items[0].quantity', 3)]);
    const [cheap, dear] = [1, 2].map((cost) => repair(cost, cost === 1 ? [TOTAL] : BOTH, { kind: 'own' })) as [
      Repair,
      Repair,
    ];
    for (const repairs of [
      [cheap, dear],
      [dear, cheap],
    ]) {
      const { trial } = prepared(document, repairs);
      trial.run();
      expect(trial.best.map((attempt) => [attempt.repair, attempt.score])).toEqual([
        [cheap, 10],
        [dear, 10],
      ]);
    }
  });

  it('from the last element of a list, so that indexes stay valid', () => {
    const unused = { rate: 12, category: 'S', taxableAmount: 0, taxAmount: 0 };
    const document = changed(VALID, [
      { append: 'tax.summary', value: unused },
      { append: 'tax.summary', value: unused },
    ]);
    const edits = [to(undefined, 'tax', 'summary', 2), to(undefined, 'tax', 'summary', 3)];
    const { trial } = prepared(document, [repair(1, edits)]);
    trial.run();
    expect(trial.best[0]!.document).toEqual(VALID);
  });
});

describe('a repair is not tried', () => {
  it('if its changes were', () => {
    expect(tried(OFF, [repair(1, [TOTAL]), repair(1, [TOTAL])])).toEqual({ validations: 1, scores: [10] });
  });

  it('if it changes nothing', () => {
    expect(tried(OFF, [repair(1, [to('1', 'receiptNumber')])])).toEqual({ validations: 0, scores: [] });
  });

  it.each([
    [1.25, 2],
    [1.26, 1],
  ])('if it cannot reach four fifths of the best score: 10 for a cost of %d', (cost, validations) => {
    const other = repair(cost, [TOTAL, HARMLESS[0]!]);
    expect(tried(OFF, [repair(1, [TOTAL]), other]).validations).toBe(validations);
    expect(tried(OFF, [other, repair(1, [TOTAL])]).validations).toBe(validations);
  });

  const taxes = (count: number): Edit[] => Array.from({ length: count }, (_, i) => to(1096, 'items', i, 'taxAmount'));
  it.each<[name: string, document: unknown, edits: Edit[], more: Partial<Repair>, isTried: boolean]>([
    ['a repair of nine lines', buns(9), taxes(9), {}, false],
    ['a repair of eight lines', buns(8), taxes(8), {}, true],
    ['nine changes of two lines', OFF, [TOTAL, ...HARMLESS], {}, true],
    ['a guess', buns(9), taxes(9), { isGuess: true }, true],
    ['a repair that leaves an issue', buns(9, [set('items[9].quantity', 2)]), taxes(9), {}, true],
  ])('if it cannot reach the score of many lines at once: %s', (_, document, edits, more, isTried) => {
    const other = repair(1.2, [...edits, to('3', 'tax', 'summary', 0, 'label')]);
    const alone = tried(document, [repair(1, edits, more)]).validations;
    expect(tried(document, [repair(1, edits, more), other]).validations > alone).toBe(isTried);
  });

  it.each([
    [1.16, 3],
    [1.17, 2],
  ])('with the figures that follow, if it cannot reach four fifths with their cost: %d + 0.09', (cost, validations) => {
    const subtotal = to(138300, 'totals', 'subtotal');
    const sure = repair(1, [subtotal, TOTAL, HARMLESS[0]!], { kind: 'own' });
    expect(tried(BOTH_OFF, [sure, repair(cost, [subtotal])]).validations).toBe(validations);
  });

  // Errors of two lines and of the totals, which weigh 10 each, and a warning of the second entry, which weighs 4.
  const four = changed(VALID, [
    set('items[0].quantity', 3),
    set('items[1].quantity', 2),
    set('tax.summary[1].taxableAmount', 1),
    set('totals.total', 138400),
  ]);
  // Its score is 34, and four fifths of it are 27.2.
  const best = repair(0.91, [...BOTH, to(1, 'items', 1, 'quantity'), to(103920, 'tax', 'summary', 1, 'taxableAmount')]);
  it.each<[name: string, gain: number, ...paths: Path[]]>([
    ['totals', 10, ['totals', 'rounding']],
    ['the first entry', 10, ['tax', 'summary', 0, 'label']],
    ['the second entry', 14, ['tax', 'summary', 1, 'label']],
    ['both entries', 14, ['tax', 'summary', 0, 'label'], ['tax', 'summary', 1, 'label']],
    ['the summary, and so any entry', 14, ['tax', 'summary']],
    ['a jurisdiction', 10, ['tax', 'jurisdictions', 0, 'name']],
    ['the jurisdictions', 14, ['tax', 'jurisdictions']],
    ['a line, and so any entry', 24, ['items', 1, 'sku']],
    ['two lines', 34, ['items', 1, 'sku'], ['items', 0, 'sku']],
    ['the lines', 34, ['items']],
    ['the scheme, on which all lines depend', 34, ['tax', 'scheme']],
    ['another field', 34, ['receiptNumber']],
    ['totals and another field', 34, ['totals', 'rounding'], ['receiptNumber']],
  ])('if the issues that it can reach do not suffice: those of %s', (_, gain, ...paths) => {
    const edits = paths.map((path) => to('2', ...path));
    const alone = tried(four, [best]).validations;
    expect(tried(four, [best, repair(gain / 28, edits)]).validations).toBeGreaterThan(alone);
    expect(tried(four, [best, repair(gain / 27, edits)]).validations).toBe(alone);
  });
});

describe('a line fits another repair than that of its group', () => {
  const document = changed(VALID, [set('items[0].quantity', 3)]);
  const quantity = to(2, 'items', 0, 'quantity');
  const price = to(2800, 'items', 0, 'unitPrice');
  const member = repair(1, [quantity], { kind: 'quantity' });
  it.each<[name: string, isBetter: boolean, member: Repair, other: Repair]>([
    ['a cheaper one', true, member, repair(0.9, [price])],
    ['one that costs 3 % more', true, member, repair(1.03, [price])],
    ['one that costs 4 % more', false, member, repair(1.04, [price])],
    ['one of the same kind', false, member, repair(0.9, [price], { kind: 'quantity' })],
    ['another group', false, member, repair(0.9, [price], { members: [] })],
    ['what other lines leave', false, member, repair(0.9, [price], { isRest: true })],
    ['one that changes another line too', false, member, repair(0.9, [price, to('2', 'items', 1, 'name')])],
    ['one that does not help', false, member, repair(0.1, [to('2', 'items', 0, 'name')])],
    [
      'one that helps, if the group does not',
      true,
      repair(1, [to('2', 'items', 0, 'name')], { kind: 'name' }),
      repair(3, [price]),
    ],
    [
      'any, if the repair is not of one line',
      false,
      repair(1, [quantity, to('2', 'items', 1, 'name')], { kind: 'quantity' }),
      repair(0.9, [price, to('2', 'items', 1, 'name')]),
    ],
    ['any, if the repair is of no line', false, repair(1, [to('2', 'receiptNumber')]), repair(0.9, [price])],
  ])('if there is %s: %s', (_, isBetter, one, other) => {
    expect(prepared(document, [one, other]).trial.hasBetter(one)).toBe(isBetter);
  });

  it('but no entry does', () => {
    const off = changed(VALID, [set('tax.summary[0].taxableAmount', 1)]);
    const base = to(7304, 'tax', 'summary', 0, 'taxableAmount');
    const entry = repair(1, [base], { kind: 'base' });
    const other = repair(0.9, [base, to('Mat', 'tax', 'summary', 0, 'label')]);
    expect(prepared(off, [entry, other]).trial.hasBetter(entry)).toBe(false);
  });

  it('but not one that cannot reach its score, which is not tried', () => {
    const other = repair(1.04, [price]);
    const { diagnosing, trial } = prepared(document, [member, other]);
    expect(trial.hasBetter(member)).toBe(false);
    // The document, and the member
    expect(diagnosing.validations).toBe(2);
  });

  it('and may leave a smaller group whose score is low', () => {
    const off = buns(1, [
      set('tax.summary[0].taxableAmount', 7140),
      set('tax.summary[0].taxAmount', 1260),
      set('totals.tax', 27240),
      set('items[1].quantity', 2),
    ]);
    const smaller = repair(1, [to(1096, 'items', 0, 'taxAmount')]);
    const { trial } = prepared(off, [repair(1, [to(1, 'items', 1, 'quantity')])]);
    trial.run();
    trial.replace(trial.best[0]!, smaller);
    // A warning, with the tax of the line, both figures of its entry, and the tax of the totals
    expect(trial.best.map(({ score }) => score)).toEqual([expect.closeTo(4 / (1 + 0.05 + 4 * 0.02))]);
  });

  it('and may leave a smaller group, or none', () => {
    const all = repair(1, [quantity, to('2', 'items', 1, 'name')]);
    const { trial } = prepared(document, [all]);
    trial.run();
    trial.replace(trial.best[0]!, member);
    expect(trial.best.map((attempt) => attempt.repair)).toEqual([member]);
    trial.replace(trial.best[0]!, undefined);
    expect(trial.best).toEqual([]);
  });
});
