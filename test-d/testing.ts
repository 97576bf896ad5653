import fc from 'fast-check';
import { createRegistry, type Transaction } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import {
  correctionProperty,
  invalidTransaction,
  mapperProperty,
  sensitivity,
  UsageError,
  validTransaction,
  webhookExchange,
  type InvalidTransaction,
  type NeutralSale,
  type WebhookExchange,
} from 'receipt-rule-packs/testing';
import { holds, type Equal } from './holds.js';

const valid = validTransaction(seReceipt1, { type: ['sale', 'refund'], lines: { max: 2 }, rates: 25 });
holds<Equal<typeof valid, fc.Arbitrary<Transaction>>>();
// @ts-expect-error no such type
validTransaction(seReceipt1, { type: 'gift' });
// @ts-expect-error no such limit
validTransaction(seReceipt1, { lines: { maximum: 2 } });
const invalid = invalidTransaction(seReceipt1, { code: 'amount_mismatch' });
holds<Equal<typeof invalid, fc.Arbitrary<InvalidTransaction>>>();
// @ts-expect-error the mutation chooses the original
invalidTransaction(seReceipt1, { original: { timestamp: '' } });
// @ts-expect-error a country is not a pack
invalidTransaction('SE');
fc.assert(
  mapperProperty(seReceipt1, fc.nat(), (total) => ({ total: total * 100 }), { severities: { required: 'off' } }),
);
// @ts-expect-error the mapper must accept the generated value
mapperProperty(seReceipt1, fc.nat(), (text: string) => text);
// @ts-expect-error no such severity
mapperProperty(seReceipt1, fc.nat(), String, { severities: { required: 'info' } });
const shop = createRegistry([seReceipt1]).shop({ country: 'SE' });
const draw = ({ lines, tenders }: NeutralSale) => ({ rows: lines.map(({ price }) => price), paid: tenders.length });
fc.assert(mapperProperty({ shop, draw, map: ({ rows }) => rows.join(), expect: ({ document }) => document.totals }));
// @ts-expect-error the mapper must accept what draw returns
mapperProperty({ shop, draw, map: (text: string) => text });
// @ts-expect-error no such constraint
mapperProperty({ shop, draw, map: String, type: 'refund' });
// @ts-expect-error inputs must be an arbitrary or an array
sensitivity({ total: 5 }, String);
sensitivity([{ total: 5 }], ({ total }) => total, { ignores: ['rows[].sku'], numRuns: 5, seed: 1 });
correctionProperty({
  shop,
  draw: (sale, returns) => ({ sale: sale.document, returns }),
  mapSale: ({ totals }) => totals,
  mapCorrection: ({ lines }, { sale, priorCorrections }) => [lines[0]?.key, sale.id, priorCorrections],
});
// @ts-expect-error mapCorrection is missing
correctionProperty({ shop, draw: ({ document }: NeutralSale) => ({ sale: document, returns: [] }), mapSale: String });
const exchange = webhookExchange({ expected: 'ok', event: 'transaction.created' });
holds<Equal<typeof exchange, fc.Arbitrary<WebhookExchange>>>();
// @ts-expect-error no such outcome
webhookExchange({ expected: 'fine' });
// @ts-expect-error no such code
new UsageError('property', 'x', 'x');
