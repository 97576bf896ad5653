// Generated from schemas/2.1/transaction.json by `npm run generate`. Do not edit.

import { freeFormFault, soundNamespaces } from './free-form.js';
import { fault, mistyped, noInteger, record, unknown, type FaultSink } from './scan.js';
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

/** Every place of the schema in field order, one a line: its pattern, a space, what is right there. */
export const SCHEMA_PLACES = ` an object
type one of 'sale', 'refund', 'void', 'credit_note', 'exchange'
settled true or false
receiptNumber a non-empty string
timestamp a string, such as "2026-11-21T10:00:00+01:00"
currency a string, such as "SEK"
profileId a string
documentTier one of 'receipt', 'simplified_invoice', 'full_invoice'
schemaVersion any value
locale a string, such as "sv-SE"
metadata an object
vendor an object
vendor.id a non-empty string, such as "biz_1"
vendor.locationName a string
items an array with at least one element
items[] an object
items[].name a non-empty string
items[].quantity a finite number
items[].unit a string
items[].unitPrice an integer
items[].amount an integer
items[].taxRate a finite number
items[].taxCategory one of 'S', 'Z', 'E', 'AE', 'O'
items[].taxAmount an integer
items[].discount an object
items[].discount.amount a positive integer
items[].discount.description a string
items[].category a string
items[].sku a string
tax an object
tax.scheme one of 'SE_MOMS', 'NO_MVA', 'DK_MOMS', 'FI_ALV', 'EU_VAT', 'UK_VAT', 'US_SALES_TAX'
tax.pricesIncludeTax true or false
tax.reverseCharge true or false
tax.summary an array
tax.summary[] an object
tax.summary[].rate a finite number
tax.summary[].category one of 'S', 'Z', 'E', 'AE', 'O'
tax.summary[].label a string
tax.summary[].taxableAmount an integer
tax.summary[].taxAmount an integer
tax.jurisdictions an array
tax.jurisdictions[] an object
tax.jurisdictions[].level one of 'state', 'county', 'city', 'district'
tax.jurisdictions[].name a non-empty string
tax.jurisdictions[].rate a finite number
tax.jurisdictions[].taxAmount an integer
totals an object
totals.subtotal an integer
totals.discount an integer
totals.tax an integer
totals.rounding an integer
totals.total an integer
payment an object
payment.method one of 'cash', 'card', 'mobile', 'transfer', 'other'
payment.last4 a string, such as "4242"
source an object
source.platform a non-empty string, such as "acme-pos"
source.externalId a non-empty string, such as "A-1001"
customer an object
customer.name a string
customer.email a string
customer.orgNumber a string
customer.vatNumber a string
customer.country a string
linkedTransaction an object
linkedTransaction.originalTransactionId a non-empty string
linkedTransaction.reason one of 'returned', 'defective', 'overcharge', 'price_adjustment', 'duplicate', 'other'
linkedTransaction.note a string
extensions an object
channel a string`;

/** The values of tax.scheme in schema 2.1. */
export const SCHEMES = ['SE_MOMS', 'NO_MVA', 'DK_MOMS', 'FI_ALV', 'EU_VAT', 'UK_VAT', 'US_SALES_TAX'] as const;

const PATTERN_0 = /^(?:(?!0000)[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)-02-29)T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9][0-9]*)?)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$/u;
const PATTERN_1 = /^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?|x(?:-[a-z0-9]{1,8})+|en-gb-oed|i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)|sgn-(?:be-(?:fr|nl)|ch-de))$/i;
const PATTERN_2 = /^[^\u0000\ud800-\udfff]*$/u;

function scan0(value: unknown, index: number, sink: FaultSink): unknown {
  const isPlain = typeof value === 'object' && value !== null && (value as { toJSON?: unknown }).toJSON === undefined &&
    Object.getPrototypeOf(value) === Object.prototype;
  const source = isPlain ? (value as Record<string, unknown>) : record(value);
  if (source === undefined) {
    return mistyped(sink, 0, index, value);
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
    sink.keys++;
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
    unknown(sink, 0, index, source, key);
  }
  if (typeof v1 !== 'string') v1 = mistyped(sink, 1, index, v1);
  else if (v1 !== 'sale' && v1 !== 'refund' && v1 !== 'void' && v1 !== 'credit_note' && v1 !== 'exchange') v1 = fault(sink, 1, index, 'invalid_value', v1);
  if (typeof v2 !== 'boolean') v2 = mistyped(sink, 2, index, v2);
  if (typeof v3 !== 'string') v3 = mistyped(sink, 3, index, v3);
  else if ((v3 as string).length < 1) v3 = fault(sink, 3, index, 'too_short', v3);
  if (typeof v4 !== 'string') v4 = mistyped(sink, 4, index, v4);
  else if (!PATTERN_0.test(v4 as string)) v4 = fault(sink, 4, index, 'invalid_format', v4);
  if (typeof v5 !== 'string') v5 = mistyped(sink, 5, index, v5);
  else if (!isRun(v5 as string, 3, 65, 90)) v5 = fault(sink, 5, index, 'invalid_format', v5);
  if (v6 !== undefined && typeof v6 !== 'string') v6 = mistyped(sink, 6, index, v6);
  if (v7 !== undefined && typeof v7 !== 'string') v7 = mistyped(sink, 7, index, v7);
  else if (v7 !== undefined && v7 !== 'receipt' && v7 !== 'simplified_invoice' && v7 !== 'full_invoice') v7 = fault(sink, 7, index, 'invalid_value', v7);
  if (v9 !== undefined && typeof v9 !== 'string') v9 = mistyped(sink, 9, index, v9);
  else if (v9 !== undefined && !isPlainLocale(v9 as string) && !PATTERN_1.test(v9 as string)) v9 = fault(sink, 9, index, 'invalid_format', v9);
  if (v10 !== undefined) {
    const code = freeFormFault(v10);
    if (code !== undefined) v10 = fault(sink, 10, index, code, v10);
  }
  v11 = scan11(v11, index, sink);
  if (!Array.isArray(v14)) v14 = mistyped(sink, 14, index, v14);
  else if ((v14 as unknown[]).length === 0) v14 = fault(sink, 14, index, 'too_few_items', v14);
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
  if (v69 !== undefined && typeof v69 !== 'string') v69 = mistyped(sink, 69, index, v69);
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
  const isPlain = typeof value === 'object' && value !== null && (value as { toJSON?: unknown }).toJSON === undefined &&
    Object.getPrototypeOf(value) === Object.prototype;
  const source = isPlain ? (value as Record<string, unknown>) : record(value);
  if (source === undefined) {
    return mistyped(sink, 11, index, value);
  }
  let v12: unknown; // id
  let v13: unknown; // locationName
  for (const key in source) {
    sink.keys++;
    const given = source[key];
    if (key === 'id') { v12 = given; continue; }
    if (key === 'locationName') { v13 = given; continue; }
    unknown(sink, 11, index, source, key);
  }
  if (typeof v12 !== 'string') v12 = mistyped(sink, 12, index, v12);
  else if ((v12 as string).length < 1) v12 = fault(sink, 12, index, 'too_short', v12);
  else if (!PATTERN_2.test(v12 as string)) v12 = fault(sink, 12, index, 'invalid_format', v12);
  if (v13 !== undefined && typeof v13 !== 'string') v13 = mistyped(sink, 13, index, v13);
  return {
    id: v12,
    locationName: v13,
  };
}

function scan15(value: unknown, index: number, sink: FaultSink): unknown {
  const isPlain = typeof value === 'object' && value !== null && (value as { toJSON?: unknown }).toJSON === undefined &&
    Object.getPrototypeOf(value) === Object.prototype;
  const source = isPlain ? (value as Record<string, unknown>) : record(value);
  if (source === undefined) {
    return fault(sink, 15, index, 'invalid_type', value);
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
    sink.keys++;
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
    unknown(sink, 15, index, source, key);
  }
  if (typeof v16 !== 'string') v16 = mistyped(sink, 16, index, v16);
  else if ((v16 as string).length < 1) v16 = fault(sink, 16, index, 'too_short', v16);
  if (typeof v17 !== 'number') v17 = mistyped(sink, 17, index, v17);
  else if (!Number.isFinite(v17)) v17 = fault(sink, 17, index, 'out_of_range', v17);
  if (v18 !== undefined && typeof v18 !== 'string') v18 = mistyped(sink, 18, index, v18);
  if (!Number.isSafeInteger(v19)) v19 = noInteger(sink, 19, index, v19);
  if (!Number.isSafeInteger(v20)) v20 = noInteger(sink, 20, index, v20);
  if (typeof v21 !== 'number') v21 = mistyped(sink, 21, index, v21);
  else if (!Number.isFinite(v21)) v21 = fault(sink, 21, index, 'out_of_range', v21);
  if (typeof v22 !== 'string') v22 = mistyped(sink, 22, index, v22);
  else if (v22 !== 'S' && v22 !== 'Z' && v22 !== 'E' && v22 !== 'AE' && v22 !== 'O') v22 = fault(sink, 22, index, 'invalid_value', v22);
  if (!Number.isSafeInteger(v23)) v23 = noInteger(sink, 23, index, v23);
  if (v24 !== undefined) v24 = scan24(v24, index, sink);
  if (v27 !== undefined && typeof v27 !== 'string') v27 = mistyped(sink, 27, index, v27);
  if (v28 !== undefined && typeof v28 !== 'string') v28 = mistyped(sink, 28, index, v28);
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
  const isPlain = typeof value === 'object' && value !== null && (value as { toJSON?: unknown }).toJSON === undefined &&
    Object.getPrototypeOf(value) === Object.prototype;
  const source = isPlain ? (value as Record<string, unknown>) : record(value);
  if (source === undefined) {
    return mistyped(sink, 24, index, value);
  }
  let v25: unknown; // amount
  let v26: unknown; // description
  for (const key in source) {
    sink.keys++;
    const given = source[key];
    if (key === 'amount') { v25 = given; continue; }
    if (key === 'description') { v26 = given; continue; }
    unknown(sink, 24, index, source, key);
  }
  if (!Number.isSafeInteger(v25)) v25 = noInteger(sink, 25, index, v25);
  else if ((v25 as number) < 1) v25 = fault(sink, 25, index, 'out_of_range', v25);
  if (v26 !== undefined && typeof v26 !== 'string') v26 = mistyped(sink, 26, index, v26);
  return {
    amount: v25,
    description: v26,
  };
}

function scan29(value: unknown, index: number, sink: FaultSink): unknown {
  const isPlain = typeof value === 'object' && value !== null && (value as { toJSON?: unknown }).toJSON === undefined &&
    Object.getPrototypeOf(value) === Object.prototype;
  const source = isPlain ? (value as Record<string, unknown>) : record(value);
  if (source === undefined) {
    return mistyped(sink, 29, index, value);
  }
  let v30: unknown; // scheme
  let v31: unknown; // pricesIncludeTax
  let v32: unknown; // reverseCharge
  let v33: unknown; // summary
  let v40: unknown; // jurisdictions
  for (const key in source) {
    sink.keys++;
    const given = source[key];
    if (key === 'scheme') { v30 = given; continue; }
    if (key === 'pricesIncludeTax') { v31 = given; continue; }
    if (key === 'reverseCharge') { v32 = given; continue; }
    if (key === 'summary') { v33 = given; continue; }
    if (key === 'jurisdictions') { v40 = given; continue; }
    unknown(sink, 29, index, source, key);
  }
  if (typeof v30 !== 'string') v30 = mistyped(sink, 30, index, v30);
  else if (v30 !== 'SE_MOMS' && v30 !== 'NO_MVA' && v30 !== 'DK_MOMS' && v30 !== 'FI_ALV' && v30 !== 'EU_VAT' && v30 !== 'UK_VAT' && v30 !== 'US_SALES_TAX' && !sink.hasScheme(v30 as string)) v30 = fault(sink, 30, index, 'invalid_value', v30);
  if (typeof v31 !== 'boolean') v31 = mistyped(sink, 31, index, v31);
  if (v32 !== undefined && typeof v32 !== 'boolean') v32 = mistyped(sink, 32, index, v32);
  if (!Array.isArray(v33)) v33 = mistyped(sink, 33, index, v33);
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
  if (v40 !== undefined && !Array.isArray(v40)) v40 = mistyped(sink, 40, index, v40);
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
  const isPlain = typeof value === 'object' && value !== null && (value as { toJSON?: unknown }).toJSON === undefined &&
    Object.getPrototypeOf(value) === Object.prototype;
  const source = isPlain ? (value as Record<string, unknown>) : record(value);
  if (source === undefined) {
    return fault(sink, 34, index, 'invalid_type', value);
  }
  let v35: unknown; // rate
  let v36: unknown; // category
  let v37: unknown; // label
  let v38: unknown; // taxableAmount
  let v39: unknown; // taxAmount
  for (const key in source) {
    sink.keys++;
    const given = source[key];
    if (key === 'rate') { v35 = given; continue; }
    if (key === 'category') { v36 = given; continue; }
    if (key === 'label') { v37 = given; continue; }
    if (key === 'taxableAmount') { v38 = given; continue; }
    if (key === 'taxAmount') { v39 = given; continue; }
    unknown(sink, 34, index, source, key);
  }
  if (typeof v35 !== 'number') v35 = mistyped(sink, 35, index, v35);
  else if (!Number.isFinite(v35)) v35 = fault(sink, 35, index, 'out_of_range', v35);
  if (typeof v36 !== 'string') v36 = mistyped(sink, 36, index, v36);
  else if (v36 !== 'S' && v36 !== 'Z' && v36 !== 'E' && v36 !== 'AE' && v36 !== 'O') v36 = fault(sink, 36, index, 'invalid_value', v36);
  if (v37 !== undefined && typeof v37 !== 'string') v37 = mistyped(sink, 37, index, v37);
  if (!Number.isSafeInteger(v38)) v38 = noInteger(sink, 38, index, v38);
  if (!Number.isSafeInteger(v39)) v39 = noInteger(sink, 39, index, v39);
  return {
    rate: v35,
    category: v36,
    label: v37,
    taxableAmount: v38,
    taxAmount: v39,
  };
}

function scan41(value: unknown, index: number, sink: FaultSink): unknown {
  const isPlain = typeof value === 'object' && value !== null && (value as { toJSON?: unknown }).toJSON === undefined &&
    Object.getPrototypeOf(value) === Object.prototype;
  const source = isPlain ? (value as Record<string, unknown>) : record(value);
  if (source === undefined) {
    return fault(sink, 41, index, 'invalid_type', value);
  }
  let v42: unknown; // level
  let v43: unknown; // name
  let v44: unknown; // rate
  let v45: unknown; // taxAmount
  for (const key in source) {
    sink.keys++;
    const given = source[key];
    if (key === 'level') { v42 = given; continue; }
    if (key === 'name') { v43 = given; continue; }
    if (key === 'rate') { v44 = given; continue; }
    if (key === 'taxAmount') { v45 = given; continue; }
    unknown(sink, 41, index, source, key);
  }
  if (typeof v42 !== 'string') v42 = mistyped(sink, 42, index, v42);
  else if (v42 !== 'state' && v42 !== 'county' && v42 !== 'city' && v42 !== 'district') v42 = fault(sink, 42, index, 'invalid_value', v42);
  if (typeof v43 !== 'string') v43 = mistyped(sink, 43, index, v43);
  else if ((v43 as string).length < 1) v43 = fault(sink, 43, index, 'too_short', v43);
  if (typeof v44 !== 'number') v44 = mistyped(sink, 44, index, v44);
  else if (!Number.isFinite(v44)) v44 = fault(sink, 44, index, 'out_of_range', v44);
  if (!Number.isSafeInteger(v45)) v45 = noInteger(sink, 45, index, v45);
  return {
    level: v42,
    name: v43,
    rate: v44,
    taxAmount: v45,
  };
}

function scan46(value: unknown, index: number, sink: FaultSink): unknown {
  const isPlain = typeof value === 'object' && value !== null && (value as { toJSON?: unknown }).toJSON === undefined &&
    Object.getPrototypeOf(value) === Object.prototype;
  const source = isPlain ? (value as Record<string, unknown>) : record(value);
  if (source === undefined) {
    return mistyped(sink, 46, index, value);
  }
  let v47: unknown; // subtotal
  let v48: unknown; // discount
  let v49: unknown; // tax
  let v50: unknown; // rounding
  let v51: unknown; // total
  for (const key in source) {
    sink.keys++;
    const given = source[key];
    if (key === 'subtotal') { v47 = given; continue; }
    if (key === 'discount') { v48 = given; continue; }
    if (key === 'tax') { v49 = given; continue; }
    if (key === 'rounding') { v50 = given; continue; }
    if (key === 'total') { v51 = given; continue; }
    unknown(sink, 46, index, source, key);
  }
  if (!Number.isSafeInteger(v47)) v47 = noInteger(sink, 47, index, v47);
  if (!Number.isSafeInteger(v48)) v48 = noInteger(sink, 48, index, v48);
  if (!Number.isSafeInteger(v49)) v49 = noInteger(sink, 49, index, v49);
  if (v50 !== undefined && !Number.isSafeInteger(v50)) v50 = noInteger(sink, 50, index, v50);
  if (!Number.isSafeInteger(v51)) v51 = noInteger(sink, 51, index, v51);
  return {
    subtotal: v47,
    discount: v48,
    tax: v49,
    rounding: v50,
    total: v51,
  };
}

function scan52(value: unknown, index: number, sink: FaultSink): unknown {
  const isPlain = typeof value === 'object' && value !== null && (value as { toJSON?: unknown }).toJSON === undefined &&
    Object.getPrototypeOf(value) === Object.prototype;
  const source = isPlain ? (value as Record<string, unknown>) : record(value);
  if (source === undefined) {
    return mistyped(sink, 52, index, value);
  }
  let v53: unknown; // method
  let v54: unknown; // last4
  for (const key in source) {
    sink.keys++;
    const given = source[key];
    if (key === 'method') { v53 = given; continue; }
    if (key === 'last4') { v54 = given; continue; }
    unknown(sink, 52, index, source, key);
  }
  if (typeof v53 !== 'string') v53 = mistyped(sink, 53, index, v53);
  else if (v53 !== 'cash' && v53 !== 'card' && v53 !== 'mobile' && v53 !== 'transfer' && v53 !== 'other') v53 = fault(sink, 53, index, 'invalid_value', v53);
  if (v54 !== undefined && typeof v54 !== 'string') v54 = mistyped(sink, 54, index, v54);
  else if (v54 !== undefined && !isRun(v54 as string, 4, 48, 57)) v54 = fault(sink, 54, index, 'invalid_format', v54);
  return {
    method: v53,
    last4: v54,
  };
}

function scan55(value: unknown, index: number, sink: FaultSink): unknown {
  const isPlain = typeof value === 'object' && value !== null && (value as { toJSON?: unknown }).toJSON === undefined &&
    Object.getPrototypeOf(value) === Object.prototype;
  const source = isPlain ? (value as Record<string, unknown>) : record(value);
  if (source === undefined) {
    return mistyped(sink, 55, index, value);
  }
  let v56: unknown; // platform
  let v57: unknown; // externalId
  for (const key in source) {
    sink.keys++;
    const given = source[key];
    if (key === 'platform') { v56 = given; continue; }
    if (key === 'externalId') { v57 = given; continue; }
    unknown(sink, 55, index, source, key);
  }
  if (typeof v56 !== 'string') v56 = mistyped(sink, 56, index, v56);
  else if ((v56 as string).length < 1) v56 = fault(sink, 56, index, 'too_short', v56);
  else if (!PATTERN_2.test(v56 as string)) v56 = fault(sink, 56, index, 'invalid_format', v56);
  if (typeof v57 !== 'string') v57 = mistyped(sink, 57, index, v57);
  else if ((v57 as string).length < 1) v57 = fault(sink, 57, index, 'too_short', v57);
  else if (!PATTERN_2.test(v57 as string)) v57 = fault(sink, 57, index, 'invalid_format', v57);
  return {
    platform: v56,
    externalId: v57,
  };
}

function scan58(value: unknown, index: number, sink: FaultSink): unknown {
  const isPlain = typeof value === 'object' && value !== null && (value as { toJSON?: unknown }).toJSON === undefined &&
    Object.getPrototypeOf(value) === Object.prototype;
  const source = isPlain ? (value as Record<string, unknown>) : record(value);
  if (source === undefined) {
    return mistyped(sink, 58, index, value);
  }
  let v59: unknown; // name
  let v60: unknown; // email
  let v61: unknown; // orgNumber
  let v62: unknown; // vatNumber
  let v63: unknown; // country
  for (const key in source) {
    sink.keys++;
    const given = source[key];
    if (key === 'name') { v59 = given; continue; }
    if (key === 'email') { v60 = given; continue; }
    if (key === 'orgNumber') { v61 = given; continue; }
    if (key === 'vatNumber') { v62 = given; continue; }
    if (key === 'country') { v63 = given; continue; }
    unknown(sink, 58, index, source, key);
  }
  if (v59 !== undefined && typeof v59 !== 'string') v59 = mistyped(sink, 59, index, v59);
  if (v60 !== undefined && typeof v60 !== 'string') v60 = mistyped(sink, 60, index, v60);
  if (v61 !== undefined && typeof v61 !== 'string') v61 = mistyped(sink, 61, index, v61);
  if (v62 !== undefined && typeof v62 !== 'string') v62 = mistyped(sink, 62, index, v62);
  if (v63 !== undefined && typeof v63 !== 'string') v63 = mistyped(sink, 63, index, v63);
  return {
    name: v59,
    email: v60,
    orgNumber: v61,
    vatNumber: v62,
    country: v63,
  };
}

function scan64(value: unknown, index: number, sink: FaultSink): unknown {
  const isPlain = typeof value === 'object' && value !== null && (value as { toJSON?: unknown }).toJSON === undefined &&
    Object.getPrototypeOf(value) === Object.prototype;
  const source = isPlain ? (value as Record<string, unknown>) : record(value);
  if (source === undefined) {
    return mistyped(sink, 64, index, value);
  }
  let v65: unknown; // originalTransactionId
  let v66: unknown; // reason
  let v67: unknown; // note
  for (const key in source) {
    sink.keys++;
    const given = source[key];
    if (key === 'originalTransactionId') { v65 = given; continue; }
    if (key === 'reason') { v66 = given; continue; }
    if (key === 'note') { v67 = given; continue; }
    unknown(sink, 64, index, source, key);
  }
  if (typeof v65 !== 'string') v65 = mistyped(sink, 65, index, v65);
  else if ((v65 as string).length < 1) v65 = fault(sink, 65, index, 'too_short', v65);
  if (v66 !== undefined && typeof v66 !== 'string') v66 = mistyped(sink, 66, index, v66);
  else if (v66 !== undefined && v66 !== 'returned' && v66 !== 'defective' && v66 !== 'overcharge' && v66 !== 'price_adjustment' && v66 !== 'duplicate' && v66 !== 'other') v66 = fault(sink, 66, index, 'invalid_value', v66);
  if (v67 !== undefined && typeof v67 !== 'string') v67 = mistyped(sink, 67, index, v67);
  return {
    originalTransactionId: v65,
    reason: v66,
    note: v67,
  };
}

/** Whether a text is a timestamp as documents have it. */
export const isTimestamp = (text: string): boolean => PATTERN_0.test(text);

/** Reports every structural fault of a document. Faulted fields are undefined in what it returns. */
export function scanTransaction(document: unknown, sink: FaultSink): Transaction | undefined {
  return scan0(document, -1, sink) as Transaction | undefined;
}
