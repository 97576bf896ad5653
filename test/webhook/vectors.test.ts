import { describe, expect, it } from 'vitest';
import { createSignerOn } from '../../src/webhook/signer.js';
import { ENGINES, outcome, verifier } from './support.js';
import vectors from './vectors.json';

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

describe.each(ENGINES)('vectors made by openssl, on %s', (_, engine) => {
  it.each(vectors)('$name', async ({ secretHex, t, nonce, bodyHex, v1 }) => {
    const body = bytes(bodyHex);
    const secrets = utf8.decode(bytes(secretHex));
    const text = utf8.decode(body);
    const header = `t=${t},nonce=${nonce},v1=${v1}`;
    const receiver = verifier({ secrets, now: () => Number(t) * 1000 }, engine);
    const event = await receiver.verify(body, header);
    expect(event).toEqual(JSON.parse(text.replace(/^\uFEFF/, '')));
    expect(await receiver.verify(text, header)).toEqual(event);
    expect(await receiver.verify(Buffer.from(body), header)).toEqual(event);
    const wrong = v1.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect(await outcome(receiver.verify(body, header.replace(v1, wrong)))).toBe('signature_mismatch');

    if (String(Number(t)) !== t) return;
    const signer = createSignerOn(engine, { secrets });
    const options = { event: 'transaction.created', timestamp: Number(t), nonce };
    for (const raw of [body, text]) {
      expect(await signer.sign(raw, options)).toStrictEqual({
        'Service-Signature': header,
        'Service-Event': 'transaction.created',
        'Content-Type': 'application/json',
      });
    }
  });
});
