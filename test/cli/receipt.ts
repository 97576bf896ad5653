/** A valid Swedish receipt with two lines, plus the given changes. */
export function receipt(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    type: 'sale',
    settled: true,
    receiptNumber: 'R-1001',
    timestamp: '2026-11-20T12:34:56+01:00',
    currency: 'SEK',
    vendor: { id: 'biz_01HZX' },
    items: [
      { name: 'Kaffe', quantity: 1, unitPrice: 4990, amount: 4990, taxRate: 12, taxCategory: 'S', taxAmount: 535 },
      {
        name: 'Räksmörgås',
        quantity: 2,
        unitPrice: 8900,
        amount: 17800,
        taxRate: 12,
        taxCategory: 'S',
        taxAmount: 1907,
      },
    ],
    tax: {
      scheme: 'SE_MOMS',
      pricesIncludeTax: true,
      summary: [{ rate: 12, category: 'S', taxableAmount: 20348, taxAmount: 2442 }],
    },
    totals: { subtotal: 22790, discount: 0, tax: 2442, total: 22790 },
    payment: { method: 'card', last4: '4242' },
    source: { platform: 'acme-pos', externalId: 'A-1001' },
    extensions: {
      se: {
        controlUnitId: 'ISCCUSE0000000001',
        controlCode: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567-ABCDEFGHIJKLMNOPQRSTUVWXYZ',
        sequenceNumber: 1001,
      },
    },
    ...changes,
  };
}

/** The same receipt in a currency that the Swedish pack rejects: one issue, `currency` / `currency_not_allowed`. */
export function refusedReceipt(): Record<string, unknown> {
  return receipt({ currency: 'EUR' });
}

/** The same receipt paid in cash, but with card digits: valid, one warning, `payment.last4` / `last4_without_card`. */
export function warnedReceipt(): Record<string, unknown> {
  return receipt({
    payment: { method: 'cash', last4: '4242' },
    totals: { subtotal: 22790, discount: 0, tax: 2442, rounding: 10, total: 22800 },
  });
}

export function ndjson(...documents: readonly unknown[]): string {
  return documents.map((document) => `${JSON.stringify(document)}\n`).join('');
}
