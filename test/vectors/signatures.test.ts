import {
  createWebhookSigner,
  createWebhookVerifier,
  memoryNonceStore,
  WebhookVerificationError,
  type NonceStore,
  type WebhookHeaders,
} from 'receipt-rule-packs/webhook';
import { describe, expect, it } from 'vitest';
import { bodyBytes, loadSignatures, type SignatureVector } from './load';

const vectors = loadSignatures();

/** A store that contains the vector's nonces and records additions. */
function storeOf(
  { holds = [], fails = false }: NonNullable<SignatureVector['nonceStore']>,
  records: object[],
): NonceStore {
  return {
    add: async (nonce, ttlSeconds) => {
      if (fails) throw new Error('away');
      if (holds.includes(nonce)) return false;
      records.push({ nonce, ttlSeconds });
      return true;
    },
  };
}

async function outcome(vector: SignatureVector, body: string | Uint8Array, headers: WebhookHeaders) {
  const { secrets, toleranceSeconds, now, nonceStore } = vector;
  const records: object[] = [];
  const store = nonceStore === undefined ? {} : { nonceStore: storeOf(nonceStore, records) };
  const verifier = createWebhookVerifier({ secrets, toleranceSeconds, now: () => now, ...store });
  try {
    const { eventId } = await verifier.verify(body, headers);
    expect(eventId).toBeTypeOf('string');
    return { code: 'ok', records };
  } catch (error) {
    expect(error).toBeInstanceOf(WebhookVerificationError);
    return { code: (error as WebhookVerificationError).code, records };
  }
}

describe('vectors/signatures.json', () => {
  it.each(vectors)('$name', async (vector) => {
    const { header, expect: code, records = [] } = vector;
    const body = bodyBytes(vector.body);
    const value = header as string;
    for (const headers of [header, { 'service-signature': value }, { 'Service-Signature': value }]) {
      const found = await outcome(vector, body, headers);
      expect(found.code).toBe(code);
      if (vector.records !== undefined) expect(found.records).toEqual(records);
    }
    // Verifies the body as text too, if the text has the same bytes.
    if (vector.body.hex === undefined)
      expect((await outcome(vector, new TextDecoder().decode(body), header)).code).toBe(code);
  });

  it.each(vectors.filter(({ signs }) => signs !== undefined))('$name, created by the signer', async (vector) => {
    const signer = createWebhookSigner({ secrets: vector.secrets });
    const headers = await signer.sign(bodyBytes(vector.body), { event: 'a', ...vector.signs });
    expect(headers['Service-Signature']).toBe(vector.header);
  });

  it('covers every code', () => {
    expect([...new Set(vectors.map((vector) => vector.expect))].sort()).toEqual([
      'invalid_payload',
      'malformed_signature',
      'missing_signature',
      'nonce_reused',
      'nonce_store_failed',
      'ok',
      'signature_mismatch',
      'timestamp_out_of_tolerance',
    ]);
  });

  it("also covers replays with the library's own nonce store", async () => {
    const { header, secrets, body, now } = vectors[0]!;
    const verifier = createWebhookVerifier({ secrets, now: () => now, nonceStore: memoryNonceStore() });
    await verifier.verify(bodyBytes(body), header);
    await expect(verifier.verify(bodyBytes(body), header)).rejects.toMatchObject({ code: 'nonce_reused' });
  });
});
