import { complete } from '../../complete/complete.js';
import { createCreditNote } from '../../complete/corrections/create-credit-note.js';
import { createExchange } from '../../complete/corrections/create-exchange.js';
import { createRefund, createReturn, createVoid } from '../../complete/corrections/create-refund.js';
import type { Completion } from '../../complete/types.js';
import type { Transaction } from '../../document/written-types.js';
import type { Shop } from '../../engine/shop.js';
import type { Issue } from '../../issues/issue.js';
import {
  mapCorrection,
  mapPayload,
  type Adapter,
  type CorrectionSource,
  type ReturnSource,
  type SaleSource,
} from './adapter.js';
import { sellerOf, type CompleteFromOptions, type CorrectionOptions } from './seller.js';

/** The content of a payload: a sale, a correction together with its sale, or a return whose sale is unknown. */
type Parts = (SaleSource & { readonly kind: 'sale' | 'beside' }) | (ReturnSource & { readonly kind: 'return' });

/** Maps a payload and completes its document. @throws UsageError for invalid options, never for the payload */
export function completeWith(adapter: Adapter, payload: unknown, options: CompleteFromOptions): Completion {
  const seller = sellerOf(options, true);
  const { shop } = seller;
  if (options.sale !== undefined) return correctionOf(adapter, payload, options);
  const parts = mapPayload<Parts>(payload, seller, (root) => {
    const order = adapter.orderOf?.(root);
    if (order !== undefined) return { ...adapter.readSale(order, seller), kind: 'beside' };
    const returned = adapter.readReturn?.(root, seller);
    return returned === undefined
      ? { ...adapter.readSale(root, seller), kind: 'sale' }
      : { ...returned, kind: 'return' };
  });
  if (!parts.valid) return { ...parts, filled: [] };
  if (parts.kind === 'return')
    return withWarnings(createReturn(shop, { ...parts.input, expect: parts.expect }), parts.warnings);
  const { draft, expect } = parts;
  const sale = complete(shop, draft, { expect });
  if (parts.kind === 'sale') return withWarnings(sale, parts.warnings);
  return correctionOf(adapter, payload, {
    ...options,
    sale: (sale.valid ? sale.transaction : sale.document) as Transaction,
    priorCorrections: options.priorCorrections ?? [],
    originalTransactionId: options.originalTransactionId ?? draft.source.externalId,
  });
}

function correctionOf(adapter: Adapter, payload: unknown, options: CorrectionOptions): Completion {
  const mapped = mapCorrection(adapter.readCorrection, payload, options);
  return mapped.valid ? withWarnings(create(options.shop, mapped), mapped.warnings) : { ...mapped, filled: [] };
}

/** Creates the correction, and compares it with the figures that the platform refunded. */
function create(shop: Shop, { expect, ...source }: CorrectionSource): Completion {
  switch (source.kind) {
    case 'refund':
      return createRefund(shop, { ...source.input, expect });
    case 'credit_note':
      return createCreditNote(shop, { ...source.input, expect });
    case 'void':
      return createVoid(shop, { ...source.input, expect });
    case 'exchange':
      return createExchange(shop, { ...source.input, expect });
  }
}

const withWarnings = (completion: Completion, warnings: readonly Issue[]): Completion =>
  warnings.length === 0 ? completion : { ...completion, warnings: [...warnings, ...completion.warnings] };
