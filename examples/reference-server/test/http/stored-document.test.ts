import { beforeAll, describe, expect, it } from 'vitest';
import type { StoredTransaction } from 'receipt-rule-packs';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { anyDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { serverFor } from '../support/in-process.js';
import { checkedClient } from './support.js';

const UUID_V7 = /^txn_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

anyDatabase((database) => {
  const server = serverFor(database, fixtures);
  const api = (token: string = TOKENS.writer) => checkedClient(server.url, token);
  const store = async (document: object, token?: string): Promise<StoredTransaction> => {
    const { status, json } = await api(token).post(document);
    expect(status).toBe(201);
    return json as StoredTransaction;
  };

  describe('the stored document', () => {
    let before: number;
    let stored: StoredTransaction;
    let after: number;
    beforeAll(async () => {
      before = Date.now();
      stored = await store({ ...receipt(), schemaVersion: '1.0' });
      after = Date.now();
    });

    it('contains the business as the server knows it', () => {
      expect(stored.vendor).toEqual(without(fixtures().businesses![0]!, ['ownerId', 'locations']));
    });

    it("contains the business's known data, and the location from the request", async () => {
      const vendor = { id: 'biz_many', locationName: 'Centralen' };
      expect((await store(receipt({ vendor }), TOKENS.writerOfMany)).vendor).toEqual({
        id: 'biz_many',
        name: 'Kedjan',
        country: 'SE',
        locationName: 'Centralen',
      });
    });

    it("has the service's schema version, whatever the request contains", () => {
      expect(stored.schemaVersion).toBe('2.1');
    });

    it("names the pack that validated the document, and the document's tier", () => {
      expect(stored).toMatchObject({ profileId: 'se-receipt-1', documentTier: 'receipt' });
    });

    it('is validated by the Norwegian pack if the business is Norwegian', async () => {
      const { tax, ...rest } = receipt({ vendor: { id: 'biz_no' }, currency: 'NOK' });
      const norwegian = { ...rest, tax: { ...tax, scheme: 'NO_MVA' as const }, extensions: undefined };
      expect(await store(norwegian, TOKENS.writerInNorway)).toMatchObject({
        profileId: 'no-receipt-1',
        currency: 'NOK',
        vendor: { id: 'biz_no', name: 'Kafeen', country: 'NO' },
      });
    });

    it('has its ingestion time as its creation time', () => {
      const at = Date.parse(stored.createdAt);
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThanOrEqual(after);
      expect(new Date(at).toISOString()).toBe(stored.createdAt);
      expect(stored.source.syncedAt).toBe(stored.createdAt);
    });

    it('has an id that sorts by time', async () => {
      expect(stored.id).toMatch(UUID_V7);
      const later: string[] = [];
      for (let i = 0; i < 5; i += 1) later.push((await store(receipt())).id);
      expect([stored.id, ...later].sort()).toEqual([stored.id, ...later]);
    });
  });

  it('receiptNumber is never used for deduplication', async () => {
    const [one, other] = [
      await store(receipt({ receiptNumber: 'A-1' })),
      await store(receipt({ receiptNumber: 'A-1' })),
    ];
    expect(one.id).not.toBe(other.id);
  });
});

function without(object: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
