import { createRegistry, type StoredTransaction, type Transaction } from 'receipt-rule-packs';
import {
  allocate,
  complete,
  createCreditNote,
  createExchange,
  createExchanges,
  createRefund,
  createReturn,
  createVoid,
  extractTax,
  refundableBalance,
  toLocalTimestamp,
  toMinorUnits,
  toPercent,
  type Completion,
  type CorrectionDraft,
  type Draft,
  type DraftLine,
  type SaleDraft,
  UsageError,
  type UnsignedTransaction,
} from 'receipt-rule-packs/complete';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { holds, type Equal } from './holds.js';
const shop = createRegistry([seReceipt1]).shop({ country: 'SE' });
declare const draft: SaleDraft;
declare const sale: Transaction;
declare const stored: StoredTransaction;
const prior: Transaction[] = [];
const fields = {
  receiptNumber: '2',
  timestamp: '2026-11-22T10:00:00+01:00',
  source: { platform: 'p', externalId: '2' },
};

// ---- results
const made = complete(shop, draft);
// @ts-expect-error 1. an unchecked result has no transaction (the guides returned `completed`)
const taken: Transaction = made.transaction;
// @ts-expect-error 2. the document of an unchecked result is not a Transaction
const document: Transaction = made.document;
// @ts-expect-error 3. an unchecked result cannot be stored as a correction (the cookbook's bug)
prior.push(made.transaction);
if (made.valid) {
  holds<Equal<typeof made.transaction, Transaction>>();
  prior.push(made.transaction);
} else if (made.unsigned) {
  holds<Equal<typeof made.unsigned, UnsignedTransaction>>();
  const figures: number = made.unsigned.totals.total;
  // @ts-expect-error 4. unsigned is not a Transaction: it lacks its extensions
  const early: Transaction = made.unsigned;
  const signed: Transaction = {
    ...made.unsigned,
    extensions: { se: { controlUnitId: 'u', controlCode: 'c', sequenceNumber: figures } },
  } as Transaction;
  shop.validate(signed);
  void early;
} else {
  holds<Equal<typeof made.document, unknown>>();
  // @ts-expect-error 5. an invalid result has no totals
  made.document.totals;
}
const whole: Completion = made;

// ---- drafts
const line: DraftLine = { name: 'Mug', unitPrice: 100, taxRate: 25 };
const base = {
  receiptNumber: '1',
  timestamp: '',
  currency: 'SEK',
  vendor: { id: 'b' },
  items: [line],
  tax: { pricesIncludeTax: true },
  payment: { method: 'cash' },
  source: { platform: 'p', externalId: '1' },
} as const;
const right: Draft = base;
// @ts-expect-error 6. a refund names its sale
const unlinked: Draft = { ...base, type: 'refund' };
const linked: CorrectionDraft = { ...base, type: 'refund', linkedTransaction: { originalTransactionId: 't' } };
// @ts-expect-error 7. a value typed as a sale is not a refund
const odd: SaleDraft = linked;
const { currency: _c, ...noCurrency } = base;
// @ts-expect-error 8. the currency is never assumed
complete(shop, noCurrency);
// @ts-expect-error 9. whether prices include tax is never assumed
complete(shop, { ...base, tax: {} });
// @ts-expect-error 10. a line has a price
complete(shop, { ...base, items: [{ name: 'Mug', taxRate: 25 }] });
// @ts-expect-error 11. a line has a rate or several taxes
complete(shop, { ...base, items: [{ name: 'Mug', unitPrice: 1 }] });
// @ts-expect-error 12. unitPrice or price, not both
complete(shop, { ...base, items: [{ name: 'Mug', unitPrice: 1, price: '0.01', taxRate: 25 }] });
// @ts-expect-error 13. a discount is an amount or a percentage
complete(shop, { ...base, discounts: [{ amount: 1, percent: 1 }] });
// @ts-expect-error 14. one payment or tenders, not both
complete(shop, { ...base, tenders: [{ method: 'cash', amount: 100 }] });
// @ts-expect-error 15. no such option
complete(shop, base, { taxRoundng: 'line' });
// @ts-expect-error 16. the options are those of the shop
complete(shop, base, { taxRounding: 'line' });
// @ts-expect-error 17. a registry is not a shop
complete(createRegistry([seReceipt1]), base);
// @ts-expect-error 18. the arguments are in the wrong order
complete(base, shop);
complete(shop, sale);
complete(shop, base, { recompute: true });

// ---- corrections
createRefund(shop, { ...fields, sale, originalTransactionId: 't', priorCorrections: [], lines: 'all' });
createRefund(shop, {
  ...fields,
  sale: stored,
  priorCorrections: prior,
  lines: [
    { line: 0, quantity: 1 },
    { line: 1, amount: 5 },
  ],
});
const goods = [{ name: 'Mug', unitPrice: 100, taxRate: 25 }];
const atTill = { ...fields, vendor: { id: 'b' }, payment: { method: 'card' } as const };
createReturn(shop, { ...atTill, lines: goods, currency: 'EUR', pricesIncludeTax: true, original: { place: 'Fair' } });
// @ts-expect-error whether prices include tax is never assumed
createReturn(shop, { ...atTill, lines: goods, currency: 'EUR' });
createRefund(shop, { ...fields, sale: stored, priorCorrections: [], lines: [{ key: 'a', amount: 2 }] });
const refundOfAll = { ...fields, sale: stored, priorCorrections: [], lines: 'all' } as const;
createRefund(shop, { ...refundOfAll, tenders: [{ method: 'cash', reverses: 1 }], expect: { total: 2 } });
// @ts-expect-error one payment or tenders, not both
createRefund(shop, { ...refundOfAll, payment: { method: 'card' }, tenders: [{ method: 'cash' }] });
// @ts-expect-error an expectation must have a total
createRefund(shop, { ...refundOfAll, expect: { tax: 2 } });
// @ts-expect-error a key or a line index, not both
createRefund(shop, { ...fields, sale: stored, priorCorrections: [], lines: [{ key: 'a', line: 0 }] });
// @ts-expect-error 19. the prior corrections are missing
createRefund(shop, { ...fields, sale: stored, lines: 'all' });
// @ts-expect-error 20. a sale that was not stored has no id, so originalTransactionId is required
createRefund(shop, { ...fields, sale, priorCorrections: [], lines: 'all' });
// @ts-expect-error 21. the lines are missing
createRefund(shop, { ...fields, sale: stored, priorCorrections: [] });
// @ts-expect-error 22. a quantity or an amount, not both
createRefund(shop, { ...fields, sale: stored, priorCorrections: [], lines: [{ line: 0, quantity: 1, amount: 2 }] });
const voided = createVoid(shop, { ...fields, sale: stored, priorCorrections: [] });
// @ts-expect-error 23. the document of a rejected refund is not a prior correction
createRefund(shop, { ...fields, sale: stored, priorCorrections: [voided], lines: 'all' });
// @ts-expect-error 24. a completion is not a sale
createRefund(shop, { ...fields, sale: made, originalTransactionId: 't', priorCorrections: [], lines: 'all' });
createCreditNote(shop, { ...fields, sale: stored, priorCorrections: [], amount: 500 });
// @ts-expect-error 25. lines or an amount, not both
createCreditNote(shop, { ...fields, sale: stored, priorCorrections: [], amount: 500, lines: 'all' });
createExchange(shop, { ...fields, sale: stored, priorCorrections: [], returned: 'all', sold: [line] });
const returned = [{ sale: stored, priorCorrections: [], returned: 'all' }] as const;
createExchanges(shop, { sales: returned, sold: [line], documents: [fields] });
// @ts-expect-error the prior corrections are missing
createExchanges(shop, { sales: [{ sale: stored, returned: 'all' }], sold: [line], documents: [fields] });
// @ts-expect-error 26. an exchange sells something; otherwise it is a refund
createExchange(shop, { ...fields, sale: stored, priorCorrections: [], returned: 'all', sold: [] });
createVoid(shop, { ...fields, sale: stored, priorCorrections: [] });
// @ts-expect-error 27. a void does not take lines
createVoid(shop, { ...fields, sale: stored, priorCorrections: [], lines: 'all' });
// @ts-expect-error the prior corrections are missing
refundableBalance(shop, { sale: stored });
const left = refundableBalance(shop, { sale: stored, priorCorrections: prior });
// @ts-expect-error 28. valid has not been checked
left.balance.total;
if (left.valid) holds<Equal<typeof left.balance.total, number>>();

// ---- figures
allocate(1000, [1, 1, 1])[0]?.toFixed();
// @ts-expect-error weights must be an array
allocate(1000, 3);
extractTax(12500, 25).toFixed();
// @ts-expect-error the amount must be a number of minor units
extractTax('125.00', 25);
toLocalTimestamp(new Date(), 'Europe/Stockholm').slice(0, 10);
// @ts-expect-error the time zone is never assumed
toLocalTimestamp(new Date());
toMinorUnits('12.50', 'SEK').toFixed();
toMinorUnits(0.1 + 0.2, 'EUR', { round: 'half-away' }).toFixed();
// @ts-expect-error the only rounding is half-away
toMinorUnits(0.1 + 0.2, 'EUR', { round: 'down' });
// @ts-expect-error the currency is missing: it determines the decimals
toMinorUnits('12.50');
toPercent('0.07', '0.0125').toFixed();
// @ts-expect-error at least one fraction is required
toPercent();

// @ts-expect-error no such code
new UsageError('not_refundable', 'x', 'x');

void [taken, document, whole, right, unlinked, linked, odd];
