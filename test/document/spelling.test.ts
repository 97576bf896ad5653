import { describe, expect, it, vi } from 'vitest';
import { nodeOf } from '../../src/document/places';

/** Loads the module inside a test, so that mutation testing records that the test covers the constants. */
async function loaded() {
  vi.resetModules();
  return import('../../src/document/fault-message');
}

describe('similarField', () => {
  it.each<[string, string, string | undefined]>([
    ['', 'receipt_number', 'receiptNumber'],
    ['', 'TYPE', 'type'],
    ['', 'l.o-c a/l e', 'locale'],
    ['', 'type2', undefined],
    ['', 'zzz', undefined],
    ['', '', undefined],
    ['', '_', undefined],
    ['', 'rate', undefined],
    ['', 'id', undefined],
    // Names of nested fields, joined into one word.
    ['', 'vendorId', undefined],
    ['', 'itemsName', undefined],
    ['vendor', 'ID', 'id'],
    ['vendor', 'type', undefined],
    ['vendor', 'vendor', undefined],
    ['items[]', 'tax-rate', 'taxRate'],
    ['items[]', 'Discount', 'discount'],
    ['items[]', 'discountAmount', undefined],
    ['items[].discount', 'Amount', 'amount'],
    ['tax', 'Summary', 'summary'],
    ['tax', 'summaryRate', undefined],
    ['tax.summary[]', 'taxableamount', 'taxableAmount'],
  ])('resolves in %j the key %j to %j', async (pattern, key, name) => {
    const { similarField } = await loaded();
    const node = nodeOf(pattern)!;
    expect(similarField(node, key)).toBe(name);
    expect(similarField(node, key)).toBe(name);
  });
});

describe('nearFields', () => {
  it.each<[string, string, string[]]>([
    ['', 'recieptNumber', ['receiptNumber']],
    ['', 'total', ['totals']],
    ['', 'zzz', []],
    ['items[]', 'vatRate', ['taxRate']],
    ['items[]', 'qty', []],
    ['items[]', 'price', ['unitPrice']],
    ['items[]', 'quanttiy', ['quantity']],
    ['tax.summary[]', 'vat_amount', ['taxAmount']],
    ['customer', 'vatNumbr', ['vatNumber']],
    ['vendor', 'location', ['locationName']],
  ])('suggests in %j for the key %j: %j', async (pattern, key, names) => {
    const { nearFields } = await loaded();
    expect(nearFields(nodeOf(pattern)!, key)).toEqual(names);
  });
});
