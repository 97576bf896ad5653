import { describe, expect, it } from 'vitest';
import { Diagnosing } from '../../src/diagnose/diagnosing';
import type { Edit, Repair } from '../../src/diagnose/repairs';
import type { Path } from '../../src/diagnose/revision';
import { Trial } from '../../src/diagnose/trial';
import { changed, type Change } from '../support/changes';
import { norway, VALID } from './support/norway';

const set = (path: string, value: unknown): Change => ({ set: path, value });
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
const TOTAL = to(138300, 'totals', 'total');
/** Changes that neither help nor harm. */
const HARMLESS = [
  to('2', 'receiptNumber'),
  to('2', 'vendor', 'id'),
  to('2', 'source', 'externalId'),
  to('2', 'source', 'platform'),
  to('2', 'items', 0, 'name'),
  to('2', 'items', 1, 'name'),
];

describe('the score of a repair is its gain per cost', () => {
  it.each<[name: string, repair: Repair, score: number]>([
    ['of one change', repair(2, [TOTAL]), 10 / 2],
    ['of three changes', repair(1, [TOTAL, ...HARMLESS.slice(0, 2)]), 10 / 1.06],
    ['of seven changes, which cost no more than five', repair(1, [TOTAL, ...HARMLESS]), 10 / 1.12],
    ['of three changes of a kind', repair(1, [TOTAL, ...HARMLESS.slice(0, 2)], { kind: 'own' }), 10],
  ])('%s', (_, one, score) => {
    const { validations, scores } = tried(OFF, [one]);
    expect(validations).toBe(1);
    expect(scores).toEqual([expect.closeTo(score)]);
  });

  it('with the figures that follow', () => {
    const document = changed(VALID, [set('totals.subtotal', 138400), set('totals.total', 138400)]);
    // The subtotal alone only moves the issue to the total.
    const { validations, scores } = tried(document, [repair(1, [to(138300, 'totals', 'subtotal')])]);
    expect(validations).toBe(2);
    expect(scores).toEqual([expect.closeTo(10 / (1 + 0.05 + 2 * 0.02))]);
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
    [1.24, 2],
    [1.26, 1],
  ])('if it cannot reach four fifths of the best score: 10 for a cost of %d', (cost, validations) => {
    const other = repair(cost, [TOTAL, HARMLESS[0]!]);
    expect(tried(OFF, [repair(1, [TOTAL]), other]).validations).toBe(validations);
    expect(tried(OFF, [other, repair(1, [TOTAL])]).validations).toBe(validations);
  });

  const BUN = VALID.items[0];
  const buns = (count: number, more: readonly Change[] = []): unknown =>
    changed(VALID, [
      set('items', [...Array.from({ length: count }, () => ({ ...BUN, taxAmount: 1260 })), VALID.items[1]]),
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
  it.each<[name: string, document: unknown, count: number, more: Partial<Repair>, isTried: boolean]>([
    ['a repair of nine lines', buns(9), 9, {}, false],
    ['a repair of eight lines', buns(8), 8, {}, true],
    ['a guess', buns(9), 9, { isGuess: true }, true],
    ['a repair that leaves an issue', buns(9, [set('receiptNumber', '')]), 9, {}, true],
  ])('if it cannot reach the score of many lines at once: %s', (_, document, count, more, isTried) => {
    const edits = Array.from({ length: count }, (_, i) => to(1096, 'items', i, 'taxAmount'));
    const other = repair(1.2, [...edits, to('2', 'source', 'externalId')]);
    const alone = tried(document, [repair(1, edits, more)]).validations;
    expect(tried(document, [repair(1, edits, more), other]).validations > alone).toBe(isTried);
  });

  // An error of the first line and one of the totals, which weigh 10 each, and a warning of the second entry, which weighs 4.
  const three = changed(VALID, [
    set('items[0].quantity', 3),
    set('tax.summary[1].taxableAmount', 1),
    set('totals.total', 138400),
  ]);
  // Its score is 24, and four fifths of it are 19.2.
  const best = repair(0.94, [to(2, 'items', 0, 'quantity'), to(103920, 'tax', 'summary', 1, 'taxableAmount'), TOTAL]);
  it.each<[name: string, gain: number, ...paths: Path[]]>([
    ['totals', 10, ['totals', 'rounding']],
    ['the first entry', 10, ['tax', 'summary', 0, 'label']],
    ['the second entry', 14, ['tax', 'summary', 1, 'label']],
    ['both entries', 14, ['tax', 'summary', 0, 'label'], ['tax', 'summary', 1, 'label']],
    ['the summary, and so any entry', 14, ['tax', 'summary']],
    ['a jurisdiction', 10, ['tax', 'jurisdictions', 0, 'name']],
    ['the jurisdictions', 14, ['tax', 'jurisdictions']],
    ['the second line, and so any entry', 14, ['items', 1, 'sku']],
    ['the first line', 24, ['items', 0, 'sku']],
    ['the second line and the first', 24, ['items', 1, 'sku'], ['items', 0, 'sku']],
    ['the lines', 24, ['items']],
    ['the scheme, on which all lines depend', 24, ['tax', 'scheme']],
    ['another field', 24, ['receiptNumber']],
    ['totals and another field', 24, ['totals', 'rounding'], ['receiptNumber']],
  ])('if the issues that it can reach do not suffice: those of %s', (_, gain, ...paths) => {
    const edits = paths.map((path) => to('2', ...path));
    const alone = tried(three, [best]).validations;
    expect(tried(three, [best, repair(gain / 20, edits)]).validations).toBeGreaterThan(alone);
    expect(tried(three, [best, repair(gain / 19, edits)]).validations).toBe(alone);
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
      repair(0.9, [price]),
    ],
    ['any, if the repair is of no line', false, repair(1, [to('2', 'receiptNumber')]), repair(0.9, [price])],
  ])('if there is %s: %s', (_, isBetter, one, other) => {
    expect(prepared(document, [one, other]).trial.hasBetter(one)).toBe(isBetter);
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
