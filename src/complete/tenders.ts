import { MAX_TENDERS, PAYMENT_METHODS } from '../document/payment-methods.js';
import { checkAmount } from './order-discounts.js';
import { sumOf } from './exact.js';
import { defined, fieldsOf, figure, type CompletionContext, type Fields } from './completion-context.js';
import type { ForeignAmount, Tender } from '../document/types.generated.js';
import { FOREIGN_RATE, MAX_TENDER_NAME } from './receipt-extra.js';

const METHODS: readonly unknown[] = PAYMENT_METHODS;
const FIELDS = ['method', 'amount', 'tendered', 'change', 'name', 'last4', 'foreign', 'reverses'];
const FOREIGN = ['currency', 'amount', 'rate'];

/** A tender whose amount can be missing. */
export type Given = Omit<Tender, 'amount'> & { readonly amount: number | undefined };

/** The tenders of a draft. */
export interface ReadTenders {
  readonly all: readonly Given[];
  /** Whether cash pays only part of the total. */
  readonly isMixed: boolean;
  /** The amount of the tenders other than cash; undefined if one of them pays the rest. */
  readonly others: number | undefined;
  /** The stated amount of cash, excluding a cash tender that pays the rest. */
  readonly cash: number;
}

/** Reads the tenders, and fills in `payment` from them. */
export function readTenders(context: CompletionContext, tenders: unknown): void {
  if (tenders === undefined) return;
  const { root } = context;
  const count = context.issues.length;
  const list = Array.isArray(tenders) ? (tenders as unknown[]) : [];
  const all = list.map((tender, k) => readTender(context, ['tenders', k], tender));
  if (!Array.isArray(tenders)) context.reportType(['tenders'], 'invalid_type', 'an array of tenders', tenders);
  else if (all.length === 0) context.report(['tenders'], 'too_few_items', 'is empty. Send one, or payment');
  else if (all.length > MAX_TENDERS)
    context.report(['tenders'], 'out_of_range', `has ${all.length} entries, but at most ${MAX_TENDERS} are allowed`);
  if (root.payment !== undefined) context.reportBoth(['tenders'], 'payment');
  const open = all.flatMap((tender, k) => (tender !== undefined && tender.amount === undefined ? k : []));
  for (const k of open.slice(open.length > 1 ? 0 : 1)) {
    const problem = 'is required: only one tender may omit it, to pay the rest';
    context.report(['tenders', k, 'amount'], 'required', problem);
  }
  const isSound = context.issues.length === count;
  if (root.payment === undefined) {
    root.payment = paymentOf(
      list.map((tender) => fieldsOf(tender)?.method),
      isSound ? all[0]?.last4 : undefined,
    );
    context.fill('payment');
  }
  if (isSound) context.tenders = readOf(all as readonly Given[]);
}

/** The method of all tenders, or `other` if they differ; with the card digits if there is only one tender. */
export function paymentOf(methods: readonly unknown[], last4: string | undefined): Fields {
  const [method] = methods;
  const isOne = METHODS.includes(method) && methods.every((one) => one === method);
  return defined({ method: isOne ? method : 'other', last4: methods.length === 1 ? last4 : undefined });
}

export const isCash = ({ method }: Pick<Tender, 'method'>): boolean => method === 'cash';

export function readOf(all: readonly Given[]): ReadTenders {
  const others = all.filter((tender) => !isCash(tender)).map(({ amount }) => amount);
  const cash = all.filter(isCash).map(({ amount = 0 }) => amount);
  return { all, isMixed: others.length > 0 && cash.length > 0, others: sumOf(others), cash: sumOf(cash) ?? 0 };
}

function readTender(context: CompletionContext, path: readonly (string | number)[], given: unknown): Given | undefined {
  const tender = fieldsOf(given);
  if (tender === undefined) {
    context.reportType(path, 'invalid_type', 'an object with method and amount', given);
    return undefined;
  }
  context.checkFields(path, tender, FIELDS);
  const { method, amount, tendered, change, name, last4, reverses } = tender;
  if (!METHODS.includes(method))
    context.reportWrong([...path, 'method'], method, 'string', 'invalid_value', METHODS.join(', '));
  if (amount !== undefined) checkAmount(context, [...path, 'amount'], amount);
  for (const part of ['tendered', 'change', 'reverses'])
    if (tender[part] !== undefined) checkAmount(context, [...path, part], tender[part], 0);
  if (name !== undefined && !(typeof name === 'string' && [...name].length <= MAX_TENDER_NAME))
    context.reportWrong(
      [...path, 'name'],
      name,
      'string',
      'out_of_range',
      `a string of at most ${MAX_TENDER_NAME} characters`,
    );
  if (last4 !== undefined && !(typeof last4 === 'string' && /^\d{4}$/.test(last4)))
    context.reportWrong([...path, 'last4'], last4, 'string', 'invalid_format', 'the last four digits of the card');
  const foreign = readForeign(context, [...path, 'foreign'], tender.foreign);
  return { method, name, amount, tendered, change, foreign, last4, reverses } as Given;
}

function readForeign(
  context: CompletionContext,
  path: readonly (string | number)[],
  given: unknown,
): ForeignAmount | undefined {
  if (given === undefined) return undefined;
  const foreign = fieldsOf(given);
  if (foreign === undefined) {
    context.reportType(path, 'invalid_type', 'an object with currency and amount', given);
    return undefined;
  }
  context.checkFields(path, foreign, FOREIGN);
  const check = (name: string, pattern: RegExp, wanted: string, isOptional: boolean): void => {
    const value = foreign[name];
    if ((isOptional && value === undefined) || (typeof value === 'string' && pattern.test(value))) return;
    context.reportWrong([...path, name], value, 'string', 'invalid_format', wanted);
  };
  check('currency', /^[A-Z]{3}$/, 'an ISO 4217 code such as EUR', false);
  check('rate', FOREIGN_RATE, "decimal text such as '11.25'", true);
  checkAmount(context, [...path, 'amount'], foreign.amount);
  return defined(foreign) as unknown as ForeignAmount;
}

/** Fills in missing amounts of tenders. Reports amounts that do not add up to the total, and returns undefined. */
export function settleTenders(context: CompletionContext): Tender[] | undefined {
  const { root, tenders, issues } = context;
  const total = figure(fieldsOf(root.totals)?.total);
  if (tenders === undefined || total === undefined) return undefined;
  const count = issues.length;
  const paid = sumOf(tenders.all.map(({ amount = 0 }) => amount));
  const isOpen = tenders.all.some(({ amount }) => amount === undefined);
  const rest = sumOf([total, paid === undefined ? undefined : -paid]);
  const isWrong =
    rest === undefined ||
    (isOpen ? root.type !== 'exchange' && (rest * total < 0 || (total === 0 && rest !== 0)) : rest !== 0);
  // Reports nothing if `tenders_not_payable` explains the difference.
  if (isWrong && !issues.some(({ code }) => code === 'tenders_not_payable')) {
    const problem = `pay ${paid ?? 'more than the limit'}, but ${total} is due`;
    context.report(['tenders'], 'tenders_differ', problem, paid, total);
  }
  const all = tenders.all.map((tender, k) =>
    settleOne(context, k, tender, isWrong ? tender.amount : (tender.amount ?? rest)),
  );
  return issues.length === count ? (all as unknown as Tender[]) : undefined;
}

/** Fills in or checks the amount tendered and the change. */
function settleOne(context: CompletionContext, k: number, tender: Given, amount: number | undefined): Fields {
  const { tendered, change } = tender;
  const path = ['tenders', k];
  const handed = tendered ?? (change === undefined ? undefined : sumOf([amount, change]));
  const back = handed === undefined ? undefined : sumOf([handed, amount === undefined ? undefined : -amount]);
  if (tendered !== undefined && amount !== undefined && tendered < amount) {
    context.report([...path, 'tendered'], 'out_of_range', `is ${tendered}, below the amount of ${amount}`, tendered);
  } else if (change !== undefined && back !== undefined && change !== back) {
    const problem = `is ${change}, but ${tendered} − ${amount} is ${back}. Omit it to have it computed`;
    context.report([...path, 'change'], 'sum_mismatch', problem, change, back);
  }
  const { method, name, foreign, last4, reverses } = tender;
  return defined({ method, name, amount, tendered: handed, change: back, foreign, last4, reverses });
}
