// Generated from schemas/2.1/transaction.json by `npm run generate`. Do not edit.

import { freeFormFault, soundNamespaces } from './free-form.js';
import { integerFault, record, type FaultSink } from './scan.js';
import { isPlainLocale, isRun } from './text-forms.js';
import type { Transaction } from './types.generated.js';

/** A field of schema 2.1, `[]` standing for any index. */
export type FieldPattern =
  | ''
  | 'type'
  | 'settled'
  | 'receiptNumber'
  | 'timestamp'
  | 'currency'
  | 'profileId'
  | 'documentTier'
  | 'schemaVersion'
  | 'locale'
  | 'metadata'
  | 'vendor'
  | 'vendor.id'
  | 'vendor.locationName'
  | 'items'
  | 'items[]'
  | 'items[].name'
  | 'items[].quantity'
  | 'items[].unit'
  | 'items[].unitPrice'
  | 'items[].amount'
  | 'items[].taxRate'
  | 'items[].taxCategory'
  | 'items[].taxAmount'
  | 'items[].discount'
  | 'items[].discount.amount'
  | 'items[].discount.description'
  | 'items[].category'
  | 'items[].sku'
  | 'tax'
  | 'tax.scheme'
  | 'tax.pricesIncludeTax'
  | 'tax.reverseCharge'
  | 'tax.summary'
  | 'tax.summary[]'
  | 'tax.summary[].rate'
  | 'tax.summary[].category'
  | 'tax.summary[].label'
  | 'tax.summary[].taxableAmount'
  | 'tax.summary[].taxAmount'
  | 'tax.jurisdictions'
  | 'tax.jurisdictions[]'
  | 'tax.jurisdictions[].level'
  | 'tax.jurisdictions[].name'
  | 'tax.jurisdictions[].rate'
  | 'tax.jurisdictions[].taxAmount'
  | 'totals'
  | 'totals.subtotal'
  | 'totals.discount'
  | 'totals.tax'
  | 'totals.rounding'
  | 'totals.total'
  | 'payment'
  | 'payment.method'
  | 'payment.last4'
  | 'source'
  | 'source.platform'
  | 'source.externalId'
  | 'customer'
  | 'customer.name'
  | 'customer.email'
  | 'customer.orgNumber'
  | 'customer.vatNumber'
  | 'customer.country'
  | 'linkedTransaction'
  | 'linkedTransaction.originalTransactionId'
  | 'linkedTransaction.reason'
  | 'linkedTransaction.note'
  | 'extensions'
  | 'channel';

/** Every place of the schema in field order: [pattern, node of the enclosing array or -1, last node inside, what is right there]. */
export const SCHEMA_NODES: readonly (readonly [string, number, number, string])[] = [
  ['', -1, 69, 'an object'],
  ['type', -1, 1, "one of 'sale', 'refund', 'void', 'credit_note', 'exchange'"],
  ['settled', -1, 2, 'true or false'],
  ['receiptNumber', -1, 3, 'a non-empty string'],
  ['timestamp', -1, 4, 'a string such as "2026-11-21T10:00:00+01:00"'],
  ['currency', -1, 5, 'a string such as "SEK"'],
  ['profileId', -1, 6, 'a string'],
  ['documentTier', -1, 7, "one of 'receipt', 'simplified_invoice', 'full_invoice'"],
  ['schemaVersion', -1, 8, 'any value'],
  ['locale', -1, 9, 'a string such as "sv-SE"'],
  ['metadata', -1, 10, 'an object'],
  ['vendor', -1, 13, 'an object'],
  ['vendor.id', -1, 12, 'a non-empty string such as "biz_1" without NUL and lone surrogates'],
  ['vendor.locationName', -1, 13, 'a string'],
  ['items', -1, 28, 'an array with at least one element'],
  ['items[]', 14, 28, 'an object'],
  ['items[].name', 14, 16, 'a non-empty string'],
  ['items[].quantity', 14, 17, 'a finite number'],
  ['items[].unit', 14, 18, 'a string'],
  ['items[].unitPrice', 14, 19, 'an integer within ±(2^53 − 1)'],
  ['items[].amount', 14, 20, 'an integer within ±(2^53 − 1)'],
  ['items[].taxRate', 14, 21, 'a finite number'],
  ['items[].taxCategory', 14, 22, "one of 'S', 'Z', 'E', 'AE', 'O'"],
  ['items[].taxAmount', 14, 23, 'an integer within ±(2^53 − 1)'],
  ['items[].discount', 14, 26, 'an object'],
  ['items[].discount.amount', 14, 25, 'a positive integer within ±(2^53 − 1)'],
  ['items[].discount.description', 14, 26, 'a string'],
  ['items[].category', 14, 27, 'a string'],
  ['items[].sku', 14, 28, 'a string'],
  ['tax', -1, 45, 'an object'],
  ['tax.scheme', -1, 30, "one of 'SE_MOMS', 'NO_MVA', 'DK_MOMS', 'FI_ALV', 'EU_VAT', 'UK_VAT', 'US_SALES_TAX'"],
  ['tax.pricesIncludeTax', -1, 31, 'true or false'],
  ['tax.reverseCharge', -1, 32, 'true or false'],
  ['tax.summary', -1, 39, 'an array'],
  ['tax.summary[]', 33, 39, 'an object'],
  ['tax.summary[].rate', 33, 35, 'a finite number'],
  ['tax.summary[].category', 33, 36, "one of 'S', 'Z', 'E', 'AE', 'O'"],
  ['tax.summary[].label', 33, 37, 'a string'],
  ['tax.summary[].taxableAmount', 33, 38, 'an integer within ±(2^53 − 1)'],
  ['tax.summary[].taxAmount', 33, 39, 'an integer within ±(2^53 − 1)'],
  ['tax.jurisdictions', -1, 45, 'an array'],
  ['tax.jurisdictions[]', 40, 45, 'an object'],
  ['tax.jurisdictions[].level', 40, 42, "one of 'state', 'county', 'city', 'district'"],
  ['tax.jurisdictions[].name', 40, 43, 'a non-empty string'],
  ['tax.jurisdictions[].rate', 40, 44, 'a finite number'],
  ['tax.jurisdictions[].taxAmount', 40, 45, 'an integer within ±(2^53 − 1)'],
  ['totals', -1, 51, 'an object'],
  ['totals.subtotal', -1, 47, 'an integer within ±(2^53 − 1)'],
  ['totals.discount', -1, 48, 'an integer within ±(2^53 − 1)'],
  ['totals.tax', -1, 49, 'an integer within ±(2^53 − 1)'],
  ['totals.rounding', -1, 50, 'an integer within ±(2^53 − 1)'],
  ['totals.total', -1, 51, 'an integer within ±(2^53 − 1)'],
  ['payment', -1, 54, 'an object'],
  ['payment.method', -1, 53, "one of 'cash', 'card', 'mobile', 'transfer', 'other'"],
  ['payment.last4', -1, 54, 'a string such as "4242"'],
  ['source', -1, 57, 'an object'],
  ['source.platform', -1, 56, 'a non-empty string such as "acme-pos" without NUL and lone surrogates'],
  ['source.externalId', -1, 57, 'a non-empty string such as "A-1001" without NUL and lone surrogates'],
  ['customer', -1, 63, 'an object'],
  ['customer.name', -1, 59, 'a string'],
  ['customer.email', -1, 60, 'a string'],
  ['customer.orgNumber', -1, 61, 'a string'],
  ['customer.vatNumber', -1, 62, 'a string'],
  ['customer.country', -1, 63, 'a string'],
  ['linkedTransaction', -1, 67, 'an object'],
  ['linkedTransaction.originalTransactionId', -1, 65, 'a non-empty string'],
  ['linkedTransaction.reason', -1, 66, "one of 'returned', 'defective', 'overcharge', 'price_adjustment', 'duplicate', 'other'"],
  ['linkedTransaction.note', -1, 67, 'a string'],
  ['extensions', -1, 68, 'an object'],
  ['channel', -1, 69, 'a string'],
];

const PATTERN_0 = /^(?:(?!0000)[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)-02-29)T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$/u;
const PATTERN_1 = /^(?:(?:[A-Za-z]{2,3}(?:-[A-Za-z]{3}){0,3}|[A-Za-z]{4}|[A-Za-z]{5,8})(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*(?:-[0-9A-WY-Za-wy-z](?:-[A-Za-z0-9]{2,8})+)*(?:-[Xx](?:-[A-Za-z0-9]{1,8})+)?|[Xx](?:-[A-Za-z0-9]{1,8})+|[Ee][Nn]-[Gg][Bb]-[Oo][Ee][Dd]|[Ii]-(?:[Aa][Mm][Ii]|[Bb][Nn][Nn]|[Dd][Ee][Ff][Aa][Uu][Ll][Tt]|[Ee][Nn][Oo][Cc][Hh][Ii][Aa][Nn]|[Hh][Aa][Kk]|[Kk][Ll][Ii][Nn][Gg][Oo][Nn]|[Ll][Uu][Xx]|[Mm][Ii][Nn][Gg][Oo]|[Nn][Aa][Vv][Aa][Jj][Oo]|[Pp][Ww][Nn]|[Tt][Aa][Oo]|[Tt][Aa][Yy]|[Tt][Ss][Uu])|[Ss][Gg][Nn]-(?:[Bb][Ee]-(?:[Ff][Rr]|[Nn][Ll])|[Cc][Hh]-[Dd][Ee]))$/u;
const PATTERN_2 = /^[^\u0000\ud800-\udfff]*$/u;

function scan0(value: unknown, index: number, sink: FaultSink): unknown {
  const source = record(value);
  if (source === undefined) {
    sink.fault(0, index, value === undefined ? 'required' : 'invalid_type', value);
    return undefined;
  }
  let v1: unknown; // type
  let v2: unknown; // settled
  let v3: unknown; // receiptNumber
  let v4: unknown; // timestamp
  let v5: unknown; // currency
  let v6: unknown; // profileId
  let v7: unknown; // documentTier
  let v9: unknown; // locale
  let v10: unknown; // metadata
  let v11: unknown; // vendor
  let v14: unknown; // items
  let v29: unknown; // tax
  let v46: unknown; // totals
  let v52: unknown; // payment
  let v55: unknown; // source
  let v58: unknown; // customer
  let v64: unknown; // linkedTransaction
  let v68: unknown; // extensions
  let v69: unknown; // channel
  for (const key in source) {
    const given = source[key];
    switch (key.length) {
      case 3:
        if (key === 'tax') { v29 = given; continue; }
        break;
      case 4:
        if (key === 'type') { v1 = given; continue; }
        break;
      case 5:
        if (key === 'items') { v14 = given; continue; }
        break;
      case 6:
        if (key === 'locale') { v9 = given; continue; }
        if (key === 'vendor') { v11 = given; continue; }
        if (key === 'totals') { v46 = given; continue; }
        if (key === 'source') { v55 = given; continue; }
        break;
      case 7:
        if (key === 'settled') { v2 = given; continue; }
        if (key === 'payment') { v52 = given; continue; }
        if (key === 'channel') { v69 = given; continue; }
        break;
      case 8:
        if (key === 'currency') { v5 = given; continue; }
        if (key === 'metadata') { v10 = given; continue; }
        if (key === 'customer') { v58 = given; continue; }
        break;
      case 9:
        if (key === 'timestamp') { v4 = given; continue; }
        if (key === 'profileId') { v6 = given; continue; }
        break;
      case 10:
        if (key === 'extensions') { v68 = given; continue; }
        break;
      case 12:
        if (key === 'documentTier') { v7 = given; continue; }
        break;
      case 13:
        if (key === 'receiptNumber') { v3 = given; continue; }
        if (key === 'schemaVersion') {  continue; }
        break;
      case 17:
        if (key === 'linkedTransaction') { v64 = given; continue; }
        break;
    }
    if (given !== undefined && Object.hasOwn(source, key)) sink.unknown(0, index, key);
  }
  if (typeof v1 !== 'string') { sink.fault(1, index, v1 === undefined ? 'required' : 'invalid_type', v1); v1 = undefined; }
  else if (v1 !== 'sale' && v1 !== 'refund' && v1 !== 'void' && v1 !== 'credit_note' && v1 !== 'exchange') { sink.fault(1, index, 'invalid_value', v1); v1 = undefined; }
  if (typeof v2 !== 'boolean') { sink.fault(2, index, v2 === undefined ? 'required' : 'invalid_type', v2); v2 = undefined; }
  if (typeof v3 !== 'string') { sink.fault(3, index, v3 === undefined ? 'required' : 'invalid_type', v3); v3 = undefined; }
  else if ((v3 as string).length < 1) { sink.fault(3, index, 'too_short', v3); v3 = undefined; }
  if (typeof v4 !== 'string') { sink.fault(4, index, v4 === undefined ? 'required' : 'invalid_type', v4); v4 = undefined; }
  else if (!PATTERN_0.test(v4 as string)) { sink.fault(4, index, 'invalid_format', v4); v4 = undefined; }
  if (typeof v5 !== 'string') { sink.fault(5, index, v5 === undefined ? 'required' : 'invalid_type', v5); v5 = undefined; }
  else if (!isRun(v5 as string, 3, 65, 90)) { sink.fault(5, index, 'invalid_format', v5); v5 = undefined; }
  if (v6 !== undefined && typeof v6 !== 'string') { sink.fault(6, index, 'invalid_type', v6); v6 = undefined; }
  if (v7 !== undefined && typeof v7 !== 'string') { sink.fault(7, index, 'invalid_type', v7); v7 = undefined; }
  else if (v7 !== undefined && v7 !== 'receipt' && v7 !== 'simplified_invoice' && v7 !== 'full_invoice') { sink.fault(7, index, 'invalid_value', v7); v7 = undefined; }
  if (v9 !== undefined && typeof v9 !== 'string') { sink.fault(9, index, 'invalid_type', v9); v9 = undefined; }
  else if (v9 !== undefined && !isPlainLocale(v9 as string) && !PATTERN_1.test(v9 as string)) { sink.fault(9, index, 'invalid_format', v9); v9 = undefined; }
  if (v10 !== undefined) {
    const code = freeFormFault(v10);
    if (code !== undefined) { sink.fault(10, index, code, v10); v10 = undefined; }
  }
  v11 = scan11(v11, index, sink);
  if (!Array.isArray(v14)) { sink.fault(14, index, v14 === undefined ? 'required' : 'invalid_type', v14); v14 = undefined; }
  else if ((v14 as unknown[]).length === 0) { sink.fault(14, index, 'too_few_items', v14); v14 = undefined; }
  else if (v14 !== undefined) {
    const given = v14 as unknown[];
    const elements: unknown[] = given.length === 0 || !(0 in given) ? [] : [scan15(given[0], 0, sink)];
    for (let i = elements.length; i < given.length; i++) {
      // A hole is nothing that JSON can say: the array is refused at once, or [,,,] of any length would be walked.
      if (given[i] === undefined && !(i in given)) { sink.fault(14, index, 'invalid_type', v14); break; }
      elements.push(scan15(given[i], i, sink));
    }
    if (v14 !== undefined) v14 = elements;
  }
  v29 = scan29(v29, index, sink);
  v46 = scan46(v46, index, sink);
  v52 = scan52(v52, index, sink);
  v55 = scan55(v55, index, sink);
  if (v58 !== undefined) v58 = scan58(v58, index, sink);
  if (v64 !== undefined) v64 = scan64(v64, index, sink);
  if (v68 !== undefined) v68 = soundNamespaces(v68, 68, sink);
  if (v69 !== undefined && typeof v69 !== 'string') { sink.fault(69, index, 'invalid_type', v69); v69 = undefined; }
  return {
    type: v1,
    settled: v2,
    receiptNumber: v3,
    timestamp: v4,
    currency: v5,
    profileId: v6,
    documentTier: v7,
    locale: v9,
    metadata: v10,
    vendor: v11,
    items: v14,
    tax: v29,
    totals: v46,
    payment: v52,
    source: v55,
    customer: v58,
    linkedTransaction: v64,
    extensions: v68,
    channel: v69,
  };
}

function scan11(value: unknown, index: number, sink: FaultSink): unknown {
  const source = record(value);
  if (source === undefined) {
    sink.fault(11, index, value === undefined ? 'required' : 'invalid_type', value);
    return undefined;
  }
  let v12: unknown; // id
  let v13: unknown; // locationName
  for (const key in source) {
    const given = source[key];
    switch (key.length) {
      case 2:
        if (key === 'id') { v12 = given; continue; }
        break;
      case 12:
        if (key === 'locationName') { v13 = given; continue; }
        break;
    }
    if (given !== undefined && Object.hasOwn(source, key)) sink.unknown(11, index, key);
  }
  if (typeof v12 !== 'string') { sink.fault(12, index, v12 === undefined ? 'required' : 'invalid_type', v12); v12 = undefined; }
  else if ((v12 as string).length < 1) { sink.fault(12, index, 'too_short', v12); v12 = undefined; }
  else if (!PATTERN_2.test(v12 as string)) { sink.fault(12, index, 'invalid_format', v12); v12 = undefined; }
  if (v13 !== undefined && typeof v13 !== 'string') { sink.fault(13, index, 'invalid_type', v13); v13 = undefined; }
  return {
    id: v12,
    locationName: v13,
  };
}

function scan15(value: unknown, index: number, sink: FaultSink): unknown {
  const source = record(value);
  if (source === undefined) {
    sink.fault(15, index, 'invalid_type', value);
    return undefined;
  }
  let v16: unknown; // name
  let v17: unknown; // quantity
  let v18: unknown; // unit
  let v19: unknown; // unitPrice
  let v20: unknown; // amount
  let v21: unknown; // taxRate
  let v22: unknown; // taxCategory
  let v23: unknown; // taxAmount
  let v24: unknown; // discount
  let v27: unknown; // category
  let v28: unknown; // sku
  for (const key in source) {
    const given = source[key];
    switch (key.length) {
      case 3:
        if (key === 'sku') { v28 = given; continue; }
        break;
      case 4:
        if (key === 'name') { v16 = given; continue; }
        if (key === 'unit') { v18 = given; continue; }
        break;
      case 6:
        if (key === 'amount') { v20 = given; continue; }
        break;
      case 7:
        if (key === 'taxRate') { v21 = given; continue; }
        break;
      case 8:
        if (key === 'quantity') { v17 = given; continue; }
        if (key === 'discount') { v24 = given; continue; }
        if (key === 'category') { v27 = given; continue; }
        break;
      case 9:
        if (key === 'unitPrice') { v19 = given; continue; }
        if (key === 'taxAmount') { v23 = given; continue; }
        break;
      case 11:
        if (key === 'taxCategory') { v22 = given; continue; }
        break;
    }
    if (given !== undefined && Object.hasOwn(source, key)) sink.unknown(15, index, key);
  }
  if (typeof v16 !== 'string') { sink.fault(16, index, v16 === undefined ? 'required' : 'invalid_type', v16); v16 = undefined; }
  else if ((v16 as string).length < 1) { sink.fault(16, index, 'too_short', v16); v16 = undefined; }
  if (typeof v17 !== 'number') { sink.fault(17, index, v17 === undefined ? 'required' : 'invalid_type', v17); v17 = undefined; }
  else if (!Number.isFinite(v17)) { sink.fault(17, index, 'out_of_range', v17); v17 = undefined; }
  if (v18 !== undefined && typeof v18 !== 'string') { sink.fault(18, index, 'invalid_type', v18); v18 = undefined; }
  if (!Number.isSafeInteger(v19)) { sink.fault(19, index, v19 === undefined ? 'required' : integerFault(v19), v19); v19 = undefined; }
  if (!Number.isSafeInteger(v20)) { sink.fault(20, index, v20 === undefined ? 'required' : integerFault(v20), v20); v20 = undefined; }
  if (typeof v21 !== 'number') { sink.fault(21, index, v21 === undefined ? 'required' : 'invalid_type', v21); v21 = undefined; }
  else if (!Number.isFinite(v21)) { sink.fault(21, index, 'out_of_range', v21); v21 = undefined; }
  if (typeof v22 !== 'string') { sink.fault(22, index, v22 === undefined ? 'required' : 'invalid_type', v22); v22 = undefined; }
  else if (v22 !== 'S' && v22 !== 'Z' && v22 !== 'E' && v22 !== 'AE' && v22 !== 'O') { sink.fault(22, index, 'invalid_value', v22); v22 = undefined; }
  if (!Number.isSafeInteger(v23)) { sink.fault(23, index, v23 === undefined ? 'required' : integerFault(v23), v23); v23 = undefined; }
  if (v24 !== undefined) v24 = scan24(v24, index, sink);
  if (v27 !== undefined && typeof v27 !== 'string') { sink.fault(27, index, 'invalid_type', v27); v27 = undefined; }
  if (v28 !== undefined && typeof v28 !== 'string') { sink.fault(28, index, 'invalid_type', v28); v28 = undefined; }
  return {
    name: v16,
    quantity: v17,
    unit: v18,
    unitPrice: v19,
    amount: v20,
    taxRate: v21,
    taxCategory: v22,
    taxAmount: v23,
    discount: v24,
    category: v27,
    sku: v28,
  };
}

function scan24(value: unknown, index: number, sink: FaultSink): unknown {
  const source = record(value);
  if (source === undefined) {
    sink.fault(24, index, value === undefined ? 'required' : 'invalid_type', value);
    return undefined;
  }
  let v25: unknown; // amount
  let v26: unknown; // description
  for (const key in source) {
    const given = source[key];
    switch (key.length) {
      case 6:
        if (key === 'amount') { v25 = given; continue; }
        break;
      case 11:
        if (key === 'description') { v26 = given; continue; }
        break;
    }
    if (given !== undefined && Object.hasOwn(source, key)) sink.unknown(24, index, key);
  }
  if (!Number.isSafeInteger(v25)) { sink.fault(25, index, v25 === undefined ? 'required' : integerFault(v25), v25); v25 = undefined; }
  else if ((v25 as number) < 1) { sink.fault(25, index, 'out_of_range', v25); v25 = undefined; }
  if (v26 !== undefined && typeof v26 !== 'string') { sink.fault(26, index, 'invalid_type', v26); v26 = undefined; }
  return {
    amount: v25,
    description: v26,
  };
}

function scan29(value: unknown, index: number, sink: FaultSink): unknown {
  const source = record(value);
  if (source === undefined) {
    sink.fault(29, index, value === undefined ? 'required' : 'invalid_type', value);
    return undefined;
  }
  let v30: unknown; // scheme
  let v31: unknown; // pricesIncludeTax
  let v32: unknown; // reverseCharge
  let v33: unknown; // summary
  let v40: unknown; // jurisdictions
  for (const key in source) {
    const given = source[key];
    switch (key.length) {
      case 6:
        if (key === 'scheme') { v30 = given; continue; }
        break;
      case 7:
        if (key === 'summary') { v33 = given; continue; }
        break;
      case 13:
        if (key === 'reverseCharge') { v32 = given; continue; }
        if (key === 'jurisdictions') { v40 = given; continue; }
        break;
      case 16:
        if (key === 'pricesIncludeTax') { v31 = given; continue; }
        break;
    }
    if (given !== undefined && Object.hasOwn(source, key)) sink.unknown(29, index, key);
  }
  if (typeof v30 !== 'string') { sink.fault(30, index, v30 === undefined ? 'required' : 'invalid_type', v30); v30 = undefined; }
  else if (v30 !== 'SE_MOMS' && v30 !== 'NO_MVA' && v30 !== 'DK_MOMS' && v30 !== 'FI_ALV' && v30 !== 'EU_VAT' && v30 !== 'UK_VAT' && v30 !== 'US_SALES_TAX') { sink.fault(30, index, 'invalid_value', v30); v30 = undefined; }
  if (typeof v31 !== 'boolean') { sink.fault(31, index, v31 === undefined ? 'required' : 'invalid_type', v31); v31 = undefined; }
  if (v32 !== undefined && typeof v32 !== 'boolean') { sink.fault(32, index, 'invalid_type', v32); v32 = undefined; }
  if (!Array.isArray(v33)) { sink.fault(33, index, v33 === undefined ? 'required' : 'invalid_type', v33); v33 = undefined; }
  else if (v33 !== undefined) {
    const given = v33 as unknown[];
    const elements: unknown[] = given.length === 0 || !(0 in given) ? [] : [scan34(given[0], 0, sink)];
    for (let i = elements.length; i < given.length; i++) {
      // A hole is nothing that JSON can say: the array is refused at once, or [,,,] of any length would be walked.
      if (given[i] === undefined && !(i in given)) { sink.fault(33, index, 'invalid_type', v33); break; }
      elements.push(scan34(given[i], i, sink));
    }
    if (v33 !== undefined) v33 = elements;
  }
  if (v40 !== undefined && !Array.isArray(v40)) { sink.fault(40, index, 'invalid_type', v40); v40 = undefined; }
  else if (v40 !== undefined) {
    const given = v40 as unknown[];
    const elements: unknown[] = given.length === 0 || !(0 in given) ? [] : [scan41(given[0], 0, sink)];
    for (let i = elements.length; i < given.length; i++) {
      // A hole is nothing that JSON can say: the array is refused at once, or [,,,] of any length would be walked.
      if (given[i] === undefined && !(i in given)) { sink.fault(40, index, 'invalid_type', v40); break; }
      elements.push(scan41(given[i], i, sink));
    }
    if (v40 !== undefined) v40 = elements;
  }
  return {
    scheme: v30,
    pricesIncludeTax: v31,
    reverseCharge: v32,
    summary: v33,
    jurisdictions: v40,
  };
}

function scan34(value: unknown, index: number, sink: FaultSink): unknown {
  const source = record(value);
  if (source === undefined) {
    sink.fault(34, index, 'invalid_type', value);
    return undefined;
  }
  let v35: unknown; // rate
  let v36: unknown; // category
  let v37: unknown; // label
  let v38: unknown; // taxableAmount
  let v39: unknown; // taxAmount
  for (const key in source) {
    const given = source[key];
    switch (key.length) {
      case 4:
        if (key === 'rate') { v35 = given; continue; }
        break;
      case 5:
        if (key === 'label') { v37 = given; continue; }
        break;
      case 8:
        if (key === 'category') { v36 = given; continue; }
        break;
      case 9:
        if (key === 'taxAmount') { v39 = given; continue; }
        break;
      case 13:
        if (key === 'taxableAmount') { v38 = given; continue; }
        break;
    }
    if (given !== undefined && Object.hasOwn(source, key)) sink.unknown(34, index, key);
  }
  if (typeof v35 !== 'number') { sink.fault(35, index, v35 === undefined ? 'required' : 'invalid_type', v35); v35 = undefined; }
  else if (!Number.isFinite(v35)) { sink.fault(35, index, 'out_of_range', v35); v35 = undefined; }
  if (typeof v36 !== 'string') { sink.fault(36, index, v36 === undefined ? 'required' : 'invalid_type', v36); v36 = undefined; }
  else if (v36 !== 'S' && v36 !== 'Z' && v36 !== 'E' && v36 !== 'AE' && v36 !== 'O') { sink.fault(36, index, 'invalid_value', v36); v36 = undefined; }
  if (v37 !== undefined && typeof v37 !== 'string') { sink.fault(37, index, 'invalid_type', v37); v37 = undefined; }
  if (!Number.isSafeInteger(v38)) { sink.fault(38, index, v38 === undefined ? 'required' : integerFault(v38), v38); v38 = undefined; }
  if (!Number.isSafeInteger(v39)) { sink.fault(39, index, v39 === undefined ? 'required' : integerFault(v39), v39); v39 = undefined; }
  return {
    rate: v35,
    category: v36,
    label: v37,
    taxableAmount: v38,
    taxAmount: v39,
  };
}

function scan41(value: unknown, index: number, sink: FaultSink): unknown {
  const source = record(value);
  if (source === undefined) {
    sink.fault(41, index, 'invalid_type', value);
    return undefined;
  }
  let v42: unknown; // level
  let v43: unknown; // name
  let v44: unknown; // rate
  let v45: unknown; // taxAmount
  for (const key in source) {
    const given = source[key];
    switch (key.length) {
      case 4:
        if (key === 'name') { v43 = given; continue; }
        if (key === 'rate') { v44 = given; continue; }
        break;
      case 5:
        if (key === 'level') { v42 = given; continue; }
        break;
      case 9:
        if (key === 'taxAmount') { v45 = given; continue; }
        break;
    }
    if (given !== undefined && Object.hasOwn(source, key)) sink.unknown(41, index, key);
  }
  if (typeof v42 !== 'string') { sink.fault(42, index, v42 === undefined ? 'required' : 'invalid_type', v42); v42 = undefined; }
  else if (v42 !== 'state' && v42 !== 'county' && v42 !== 'city' && v42 !== 'district') { sink.fault(42, index, 'invalid_value', v42); v42 = undefined; }
  if (typeof v43 !== 'string') { sink.fault(43, index, v43 === undefined ? 'required' : 'invalid_type', v43); v43 = undefined; }
  else if ((v43 as string).length < 1) { sink.fault(43, index, 'too_short', v43); v43 = undefined; }
  if (typeof v44 !== 'number') { sink.fault(44, index, v44 === undefined ? 'required' : 'invalid_type', v44); v44 = undefined; }
  else if (!Number.isFinite(v44)) { sink.fault(44, index, 'out_of_range', v44); v44 = undefined; }
  if (!Number.isSafeInteger(v45)) { sink.fault(45, index, v45 === undefined ? 'required' : integerFault(v45), v45); v45 = undefined; }
  return {
    level: v42,
    name: v43,
    rate: v44,
    taxAmount: v45,
  };
}

function scan46(value: unknown, index: number, sink: FaultSink): unknown {
  const source = record(value);
  if (source === undefined) {
    sink.fault(46, index, value === undefined ? 'required' : 'invalid_type', value);
    return undefined;
  }
  let v47: unknown; // subtotal
  let v48: unknown; // discount
  let v49: unknown; // tax
  let v50: unknown; // rounding
  let v51: unknown; // total
  for (const key in source) {
    const given = source[key];
    switch (key.length) {
      case 3:
        if (key === 'tax') { v49 = given; continue; }
        break;
      case 5:
        if (key === 'total') { v51 = given; continue; }
        break;
      case 8:
        if (key === 'subtotal') { v47 = given; continue; }
        if (key === 'discount') { v48 = given; continue; }
        if (key === 'rounding') { v50 = given; continue; }
        break;
    }
    if (given !== undefined && Object.hasOwn(source, key)) sink.unknown(46, index, key);
  }
  if (!Number.isSafeInteger(v47)) { sink.fault(47, index, v47 === undefined ? 'required' : integerFault(v47), v47); v47 = undefined; }
  if (!Number.isSafeInteger(v48)) { sink.fault(48, index, v48 === undefined ? 'required' : integerFault(v48), v48); v48 = undefined; }
  if (!Number.isSafeInteger(v49)) { sink.fault(49, index, v49 === undefined ? 'required' : integerFault(v49), v49); v49 = undefined; }
  if (v50 !== undefined && !Number.isSafeInteger(v50)) { sink.fault(50, index, integerFault(v50), v50); v50 = undefined; }
  if (!Number.isSafeInteger(v51)) { sink.fault(51, index, v51 === undefined ? 'required' : integerFault(v51), v51); v51 = undefined; }
  return {
    subtotal: v47,
    discount: v48,
    tax: v49,
    rounding: v50,
    total: v51,
  };
}

function scan52(value: unknown, index: number, sink: FaultSink): unknown {
  const source = record(value);
  if (source === undefined) {
    sink.fault(52, index, value === undefined ? 'required' : 'invalid_type', value);
    return undefined;
  }
  let v53: unknown; // method
  let v54: unknown; // last4
  for (const key in source) {
    const given = source[key];
    switch (key.length) {
      case 5:
        if (key === 'last4') { v54 = given; continue; }
        break;
      case 6:
        if (key === 'method') { v53 = given; continue; }
        break;
    }
    if (given !== undefined && Object.hasOwn(source, key)) sink.unknown(52, index, key);
  }
  if (typeof v53 !== 'string') { sink.fault(53, index, v53 === undefined ? 'required' : 'invalid_type', v53); v53 = undefined; }
  else if (v53 !== 'cash' && v53 !== 'card' && v53 !== 'mobile' && v53 !== 'transfer' && v53 !== 'other') { sink.fault(53, index, 'invalid_value', v53); v53 = undefined; }
  if (v54 !== undefined && typeof v54 !== 'string') { sink.fault(54, index, 'invalid_type', v54); v54 = undefined; }
  else if (v54 !== undefined && !isRun(v54 as string, 4, 48, 57)) { sink.fault(54, index, 'invalid_format', v54); v54 = undefined; }
  return {
    method: v53,
    last4: v54,
  };
}

function scan55(value: unknown, index: number, sink: FaultSink): unknown {
  const source = record(value);
  if (source === undefined) {
    sink.fault(55, index, value === undefined ? 'required' : 'invalid_type', value);
    return undefined;
  }
  let v56: unknown; // platform
  let v57: unknown; // externalId
  for (const key in source) {
    const given = source[key];
    switch (key.length) {
      case 8:
        if (key === 'platform') { v56 = given; continue; }
        break;
      case 10:
        if (key === 'externalId') { v57 = given; continue; }
        break;
    }
    if (given !== undefined && Object.hasOwn(source, key)) sink.unknown(55, index, key);
  }
  if (typeof v56 !== 'string') { sink.fault(56, index, v56 === undefined ? 'required' : 'invalid_type', v56); v56 = undefined; }
  else if ((v56 as string).length < 1) { sink.fault(56, index, 'too_short', v56); v56 = undefined; }
  else if (!PATTERN_2.test(v56 as string)) { sink.fault(56, index, 'invalid_format', v56); v56 = undefined; }
  if (typeof v57 !== 'string') { sink.fault(57, index, v57 === undefined ? 'required' : 'invalid_type', v57); v57 = undefined; }
  else if ((v57 as string).length < 1) { sink.fault(57, index, 'too_short', v57); v57 = undefined; }
  else if (!PATTERN_2.test(v57 as string)) { sink.fault(57, index, 'invalid_format', v57); v57 = undefined; }
  return {
    platform: v56,
    externalId: v57,
  };
}

function scan58(value: unknown, index: number, sink: FaultSink): unknown {
  const source = record(value);
  if (source === undefined) {
    sink.fault(58, index, value === undefined ? 'required' : 'invalid_type', value);
    return undefined;
  }
  let v59: unknown; // name
  let v60: unknown; // email
  let v61: unknown; // orgNumber
  let v62: unknown; // vatNumber
  let v63: unknown; // country
  for (const key in source) {
    const given = source[key];
    switch (key.length) {
      case 4:
        if (key === 'name') { v59 = given; continue; }
        break;
      case 5:
        if (key === 'email') { v60 = given; continue; }
        break;
      case 7:
        if (key === 'country') { v63 = given; continue; }
        break;
      case 9:
        if (key === 'orgNumber') { v61 = given; continue; }
        if (key === 'vatNumber') { v62 = given; continue; }
        break;
    }
    if (given !== undefined && Object.hasOwn(source, key)) sink.unknown(58, index, key);
  }
  if (v59 !== undefined && typeof v59 !== 'string') { sink.fault(59, index, 'invalid_type', v59); v59 = undefined; }
  if (v60 !== undefined && typeof v60 !== 'string') { sink.fault(60, index, 'invalid_type', v60); v60 = undefined; }
  if (v61 !== undefined && typeof v61 !== 'string') { sink.fault(61, index, 'invalid_type', v61); v61 = undefined; }
  if (v62 !== undefined && typeof v62 !== 'string') { sink.fault(62, index, 'invalid_type', v62); v62 = undefined; }
  if (v63 !== undefined && typeof v63 !== 'string') { sink.fault(63, index, 'invalid_type', v63); v63 = undefined; }
  return {
    name: v59,
    email: v60,
    orgNumber: v61,
    vatNumber: v62,
    country: v63,
  };
}

function scan64(value: unknown, index: number, sink: FaultSink): unknown {
  const source = record(value);
  if (source === undefined) {
    sink.fault(64, index, value === undefined ? 'required' : 'invalid_type', value);
    return undefined;
  }
  let v65: unknown; // originalTransactionId
  let v66: unknown; // reason
  let v67: unknown; // note
  for (const key in source) {
    const given = source[key];
    switch (key.length) {
      case 4:
        if (key === 'note') { v67 = given; continue; }
        break;
      case 6:
        if (key === 'reason') { v66 = given; continue; }
        break;
      case 21:
        if (key === 'originalTransactionId') { v65 = given; continue; }
        break;
    }
    if (given !== undefined && Object.hasOwn(source, key)) sink.unknown(64, index, key);
  }
  if (typeof v65 !== 'string') { sink.fault(65, index, v65 === undefined ? 'required' : 'invalid_type', v65); v65 = undefined; }
  else if ((v65 as string).length < 1) { sink.fault(65, index, 'too_short', v65); v65 = undefined; }
  if (v66 !== undefined && typeof v66 !== 'string') { sink.fault(66, index, 'invalid_type', v66); v66 = undefined; }
  else if (v66 !== undefined && v66 !== 'returned' && v66 !== 'defective' && v66 !== 'overcharge' && v66 !== 'price_adjustment' && v66 !== 'duplicate' && v66 !== 'other') { sink.fault(66, index, 'invalid_value', v66); v66 = undefined; }
  if (v67 !== undefined && typeof v67 !== 'string') { sink.fault(67, index, 'invalid_type', v67); v67 = undefined; }
  return {
    originalTransactionId: v65,
    reason: v66,
    note: v67,
  };
}

/** Reports every structural fault of a document. Faulted fields are undefined in what it returns. */
export function scanTransaction(document: unknown, sink: FaultSink): Transaction | undefined {
  return scan0(document, -1, sink) as Transaction | undefined;
}
