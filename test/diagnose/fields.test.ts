import { diagnose, type Operation } from 'receipt-rule-packs/diagnose';
import { describe, expect, it } from 'vitest';
import { changed, remove, set, type Change } from '../support/changes';
import { norway, VALID } from './support/norway';

const add = (path: string, value: unknown): Operation => ({ op: 'add', path, value });
const replace = (path: string, value: unknown): Operation => ({ op: 'replace', path, value });
const without = (path: string): Operation => ({ op: 'remove', path });

describe('one wrong field', () => {
  it.each<[change: Change, code: string, ...changes: Operation[]]>([
    [remove('settled'), 'default', add('/settled', true)],
    [remove('type'), 'default', add('/type', 'sale')],
    [remove('currency'), 'default', add('/currency', 'NOK')],
    [remove('tax.pricesIncludeTax'), 'default', add('/tax/pricesIncludeTax', true)],
    [remove('items[0].taxCategory'), 'category', add('/items/0/taxCategory', 'S')],
    [set('settled', 'TRUE'), 'type_of_value', replace('/settled', true)],
    [set('settled', 1), 'type_of_value', replace('/settled', true)],
    [set('locale', 'nb_NO.UTF-8'), 'type_of_value', replace('/locale', 'nb-NO')],
    [set('locale', '???'), 'not_allowed', without('/locale')],
    [set('source.externalId', 'a\0b'), 'type_of_value', replace('/source/externalId', 'ab')],
    [set('items[0].discount', { amount: 0 }), 'not_allowed', without('/items/0/discount')],
    [set('documentTier', 'simplified_invoice'), 'not_allowed', without('/documentTier')],
    [set('receiptNumber', 12), 'type_of_value', replace('/receiptNumber', '12')],
    [set('payment.last4', 42), 'type_of_value', replace('/payment/last4', '0042')],
    [set('items[0].quantity', '2,0'), 'numbers_as_text', replace('/items/0/quantity', 2)],
    [set('items[0].taxRate', '15 %'), 'numbers_as_text', replace('/items/0/taxRate', 15)],
    [set('items[0].unitPrice', '42.00'), 'numbers_as_text', replace('/items/0/unitPrice', 4200)],
    [set('items[0].unitPrice', '4200'), 'numbers_as_text', replace('/items/0/unitPrice', 4200)],
    [set('totals.total', 138300.4), 'total', replace('/totals/total', 138300)],
    [set('totals.total', 1383), 'total', replace('/totals/total', 138300)],
    [set('totals.rounding', 5), 'not_allowed', without('/totals/rounding')],
    [set('timestamp', '11/12/2026 14:32:05'), 'timestamp_form', replace('/timestamp', '2026-12-11T14:32:05+01:00')],
    [set('totals.subtotal', -138300), 'total', replace('/totals/subtotal', 138300)],
    [set('currency', 'kr'), 'currency_form', replace('/currency', 'NOK')],
    [set('currency', 'EUR'), 'currency', replace('/currency', 'NOK')],
    [set('tax.jurisdictions', [{ name: 'Oslo', rate: 1, taxAmount: 1 }]), 'not_allowed', without('/tax/jurisdictions')],
    [set('timestamp', '21.11.2026 14:32:10'), 'timestamp_form', replace('/timestamp', '2026-11-21T14:32:10+01:00')],
  ])('%j is %s', (change, code, ...changes) => {
    const { causes, result } = diagnose(norway, changed(VALID, [change]));
    expect(causes.map((cause) => [cause.code, cause.changes])).toEqual([[code, changes]]);
    expect(result.valid).toBe(true);
  });

  it('is a choice if nothing in the document implies the value', () => {
    const { causes } = diagnose(norway, changed(VALID, [remove('payment.method')]));
    expect(causes.map((cause) => [cause.code, cause.confidence])).toEqual([['default', 'choose']]);
    const offered = causes[0]!.options!.flatMap(({ changes }) => changes);
    const methods = ['card', 'cash', 'mobile', 'other', 'transfer'];
    expect(new Set(offered)).toEqual(new Set(methods.map((method) => add('/payment/method', method))));
  });
});
