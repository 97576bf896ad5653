import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createWebhookSigner,
  type RawBody,
  type WebhookSignerOptions,
  type WebhookSignOptions,
} from '../../src/webhook/index.js';
import { createSignerOn } from '../../src/webhook/signer.js';
import { BODY, ENGINES, EVENT, NONCE, SECRET, T, v1, verifier } from './support.js';
import { UsageError } from 'receipt-rule-packs/webhook';

const HEADER = /^t=([0-9]{1,12}),nonce=([0-9a-f]{32}),v1=[0-9a-f]{64}$/;

describe('createWebhookSigner', () => {
  it.each<[string, unknown]>([
    ['no options', undefined],
    ['no secrets', {}],
    ['an empty secret', { secrets: '' }],
    ['a space before the secret', { secrets: ` ${SECRET}` }],
    ['a line break after one secret', { secrets: ['a', `${SECRET}\n`] }],
    ['a byte order mark before the secret', { secrets: `\ufeff${SECRET}` }],
    ['nothing but white space', { secrets: '\t' }],
    ['no secret in the array', { secrets: [] }],
    ['nine secrets', { secrets: Array.from({ length: 9 }, (_, i) => `s${i}`) }],
    ['a number', { secrets: [1] }],
    ['an unknown option', { secrets: SECRET, secret: SECRET }],
  ])('refuses %s', (_, options) => {
    expect(() => createWebhookSigner(options as WebhookSignerOptions)).toThrow(UsageError);
  });

  it('signs for the current time, with a new nonce each time', async () => {
    const signer = createWebhookSigner({ secrets: SECRET });
    const before = Math.floor(Date.now() / 1000);
    const nonces = new Set<string>();
    for (let i = 0; i < 100; i++) {
      const match = HEADER.exec((await signer.sign(BODY, { event: 'x' }))['Service-Signature']);
      expect(Number(match?.[1])).toBeGreaterThanOrEqual(before);
      expect(Number(match?.[1])).toBeLessThanOrEqual(Date.now() / 1000);
      nonces.add(match?.[2] ?? '');
    }
    expect(nonces.size).toBe(100);
  });
});

describe.each(ENGINES)('sign on %s', (_, engine) => {
  const signer = createSignerOn(engine, { secrets: SECRET });

  it('writes one v1 per secret, in the same order', async () => {
    const secrets = ['a', 'b', 'å'.repeat(100), SECRET, 'e', 'f', 'g', 'h'];
    const options = { event: 'transaction.created', timestamp: T, nonce: NONCE };
    expect(await createSignerOn(engine, { secrets }).sign(BODY, options)).toStrictEqual({
      'Service-Signature': [`t=${T}`, `nonce=${NONCE}`, ...secrets.map((secret) => `v1=${v1(BODY, { secret })}`)].join(
        ',',
      ),
      'Service-Event': 'transaction.created',
      'Content-Type': 'application/json',
    });
  });

  it('creates signatures that verify with any shared secret', async () => {
    const secret = fc.string({ minLength: 1, maxLength: 80, unit: 'binary' }).filter((text) => text === text.trim());
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(secret, { minLength: 3, maxLength: 8 }), fc.string(), async (secrets, text) => {
        const [first, ...others] = secrets as [string, ...string[]];
        const body = JSON.stringify({ ...EVENT, eventId: text });
        const headers = await createSignerOn(engine, { secrets: others }).sign(body, { event: 'x', timestamp: T });
        const receiver = verifier({ secrets: [first, others.at(-1) as string] }, engine);
        expect(await receiver.verify(Buffer.from(body), headers)).toMatchObject({ eventId: text });
        const stranger = verifier({ secrets: first }, engine).verify(body, headers);
        await expect(stranger).rejects.toMatchObject({ code: 'signature_mismatch' });
      }),
      { seed: 20261121, numRuns: 100 },
    );
  });

  it.each<[string, unknown]>([
    ['no options', undefined],
    ['no event', {}],
    ['an empty event', { event: '' }],
    ['a number as the event', { event: 1 }],
    ['an event with CR LF', { event: 'a\r\nX-Evil: 1' }],
    ['an event with NUL', { event: 'a\0' }],
    ['an event with DEL', { event: 'a\x7f' }],
    ['an event outside Latin-1', { event: '事件' }],
    ['a fractional timestamp', { event: 'x', timestamp: 1.5 }],
    ['a negative timestamp', { event: 'x', timestamp: -1 }],
    ['a timestamp of 13 digits', { event: 'x', timestamp: 1e12 }],
    ['NaN as the timestamp', { event: 'x', timestamp: NaN }],
    ['a timestamp given as text', { event: 'x', timestamp: '1' }],
    ['a null timestamp', { event: 'x', timestamp: null }],
    ['a symbol as the timestamp', { event: 'x', timestamp: Symbol('x') }],
    ['an empty nonce', { event: 'x', nonce: '' }],
    ['a nonce that is not hexadecimal', { event: 'x', nonce: 'xyz' }],
    ['a nonce of 129 digits', { event: 'x', nonce: 'a'.repeat(129) }],
    ['a nonce followed by a newline', { event: 'x', nonce: 'ab\n' }],
    ['a number as the nonce', { event: 'x', nonce: 12 }],
    ['an unknown option', { event: 'x', time: 1 }],
  ])('rejects with a UsageError for %s', async (__, options) => {
    await expect(signer.sign(BODY, options as WebhookSignOptions)).rejects.toBeInstanceOf(UsageError);
  });

  it.each<[string, unknown]>([
    ['a parsed object', EVENT],
    ['undefined', undefined],
  ])('rejects with a UsageError for %s as the body', async (__, body) => {
    await expect(signer.sign(body as RawBody, { event: 'x' })).rejects.toBeInstanceOf(UsageError);
  });

  it.each(['x', ' a b ', 'händelse', '~!"#,;='])('accepts %j as the event', async (event) => {
    const headers = await signer.sign(BODY, { event });
    expect(headers['Service-Event']).toBe(event);
    expect(() => new Headers(headers)).not.toThrow();
  });

  it.each([0, -0, 999_999_999_999])('accepts the time %i', async (timestamp) => {
    const headers = await signer.sign(BODY, { event: 'x', timestamp });
    const receiver = verifier({ now: () => timestamp * 1000, toleranceSeconds: 0 }, engine);
    expect(await receiver.verify(BODY, headers)).toEqual(EVENT);
  });
});
