import type { Transaction } from '../../document/types.generated.js';
import type { Business } from '../../pack/types.js';
import type { Registry } from '../../registry.js';
import { shares } from '../allocate.js';
import type { CompleteOptions, Completion, CorrectionHead, Take } from '../types.js';
import { figure, type Fields, type Work } from '../work.js';
import { correct, itemsOf } from './correction.js';
import type { SoundLine } from './document.js';
import { rateLeft, type Ledger } from './ledger.js';
import { amountLine, readTake, takeLines } from './takes.js';

/**
 * Makes the credit note of a sale: for all that is left, for lines, or for an amount, which is shared among the rates
 * in proportion to what is left of each. Otherwise the same as `refundOf`.
 *
 * @param take `{ amount }`: minor units, with or without tax like the prices of the sale; gives one line for each rate,
 * with the reason as its name
 * @throws TypeError for wrong use, as `refundOf`
 * @example
 * creditNoteOf(registry, sale, { amount: 2500 }, { ...head, reason: 'price_adjustment' }, { country: 'DE' });
 */
export function creditNoteOf(
  registry: Registry,
  sale: Transaction,
  take: readonly Take[] | 'all' | { readonly amount: number },
  head: CorrectionHead,
  business: Business,
  options?: CompleteOptions,
): Completion {
  return correct({
    type: 'credit_note',
    registry,
    sale,
    head,
    business,
    options,
    take: (work, ledger) =>
      isAmount(take) ? takeAmount(work, ledger, readTake(take), nameOf(head)) : takeLines(work, ledger, take),
    items: itemsOf,
  });
}

const isAmount = (take: unknown): take is { readonly amount: number } =>
  typeof take === 'object' && take !== null && !Array.isArray(take);

function nameOf({ reason, note }: CorrectionHead): string {
  if (typeof reason === 'string' && reason !== 'other') return reason.replaceAll('_', ' ');
  return typeof note === 'string' && note !== '' ? note : 'credit';
}

function takeAmount(work: Work, ledger: Ledger, take: Fields, name: string): SoundLine[] {
  const path = ['take', 'amount'] as const;
  work.checkFields(['take'], take, ['amount']);
  const { amount: given } = take;
  const amount = figure(given);
  if (amount === undefined || amount <= 0) {
    const code = given === undefined ? 'required' : typeof given === 'number' ? 'out_of_range' : 'invalid_type';
    work.wrong(path, code, 'an integer in minor units above 0', given);
    return [];
  }
  const rates = ledger.rates.all.filter((rate) => rateLeft(rate).amount > 0n);
  const weights = rates.map((rate) => Number(rateLeft(rate).amount));
  const rest = weights.reduce((sum, weight) => sum + weight, 0);
  if (amount > rest) {
    work.report(path, 'over_refund', `take.amount is ${amount}, but ${rest} of the sale is left`, amount, rest);
    return [];
  }
  const lines = shares(amount, weights).map((share, i) => amountLine(ledger, rates[i]!, share, name));
  return lines.filter((line) => line.amount > 0);
}
