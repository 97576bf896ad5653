import { describe, expect, it } from 'vitest';
import { createSignerOn } from '../../src/webhook/signer.js';
import { bodyBytes, loadSignatures } from '../vectors/load.js';
import { ENGINES, outcome, verifier } from './support.js';

const vectors = loadSignatures().filter((vector) => vector.nonceStore === undefined);

describe.each(ENGINES)('vectors generated with openssl, on %s', (_, engine) => {
  it.each(vectors)(
    'have the expected outcome: $name',
    async ({ secrets, header, body, now, toleranceSeconds, expect: code }) => {
      const receiver = verifier({ secrets, toleranceSeconds, now: () => now }, engine);
      const bytes = bodyBytes(body);
      expect(await outcome(receiver.verify(bytes, header))).toBe(code);
      expect(await outcome(receiver.verify(Buffer.from(bytes), header))).toBe(code);
    },
  );

  it.each(vectors.filter((vector) => vector.expect === 'ok'))(
    'return the event: $name',
    async ({ body, header, ...given }) => {
      const receiver = verifier({ secrets: given.secrets, now: () => given.now, toleranceSeconds: 900 }, engine);
      const bytes = bodyBytes(body);
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      const event = await receiver.verify(bytes, header);
      expect(event).toEqual(JSON.parse(text.replace(/^\uFEFF/, '')));
      expect(await receiver.verify(text, header)).toEqual(event);
    },
  );

  it.each(vectors.filter(({ signs }) => signs !== undefined))(
    'match the signed header: $name',
    async ({ secrets, body, header, signs }) => {
      const signer = createSignerOn(engine, { secrets });
      const options = { event: 'transaction.created', ...signs! };
      const bytes = bodyBytes(body);
      for (const raw of [bytes, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)]) {
        expect(await signer.sign(raw, options)).toStrictEqual({
          'Service-Signature': header,
          'Service-Event': 'transaction.created',
          'Content-Type': 'application/json',
        });
      }
    },
  );
});
