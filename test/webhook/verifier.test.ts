import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWebhookVerifier, type RawBody, type WebhookVerifierOptions } from '../../src/webhook/index.js';
import { BODY, ENGINES, EVENT, header, NONCE, outcome, SECRET, T, v1, verifier } from './support.js';
import { UsageError } from 'receipt-rule-packs/webhook';

describe('createWebhookVerifier', () => {
  it.each<[string, unknown]>([
    ['no options', undefined],
    ['null', null],
    ['a secret instead of options', SECRET],
    ['no secrets', {}],
    ['an empty secret', { secrets: '' }],
    ['a space before the secret', { secrets: ` ${SECRET}` }],
    ['a line break after one secret', { secrets: ['a', `${SECRET}\n`] }],
    ['a byte order mark before the secret', { secrets: `\ufeff${SECRET}` }],
    ['nothing but white space', { secrets: '\t' }],
    ['no secret in the array', { secrets: [] }],
    ['an empty secret in the array', { secrets: [SECRET, ''] }],
    ['a hole in the array', { secrets: [SECRET, , SECRET] }], // eslint-disable-line no-sparse-arrays
    ['bytes as the secret', { secrets: new Uint8Array(3) }],
    ['a lone surrogate', { secrets: 'a\ud800' }],
    ['NaN as the tolerance', { secrets: SECRET, toleranceSeconds: NaN }],
    ['a negative tolerance', { secrets: SECRET, toleranceSeconds: -1 }],
    ['an infinite tolerance', { secrets: SECRET, toleranceSeconds: Infinity }],
    ['a fractional tolerance', { secrets: SECRET, toleranceSeconds: 0.5 }],
    ['a tolerance given as text', { secrets: SECRET, toleranceSeconds: '300' }],
    ['a null tolerance', { secrets: SECRET, toleranceSeconds: null }],
    ['false as the tolerance', { secrets: SECRET, toleranceSeconds: false }],
    ['a now that is not a function', { secrets: SECRET, now: 5 }],
    ['null as now', { secrets: SECRET, now: null }],
    ['null as the nonceStore', { secrets: SECRET, nonceStore: null }],
    ['a nonceStore without add', { secrets: SECRET, nonceStore: new Map() }],
    ['an unknown option', { secrets: SECRET, tolerance: 300 }],
  ])('refuses %s', (_, options) => {
    expect(() => createWebhookVerifier(options as WebhookVerifierOptions)).toThrow(UsageError);
  });

  it('verifies with the defaults', async () => {
    const now = String(Math.floor(Date.now() / 1000));
    const { verify } = createWebhookVerifier({ secrets: [SECRET], toleranceSeconds: undefined, nonceStore: undefined });
    expect(await verify(BODY, header(BODY, { t: now }))).toEqual(EVENT);
  });

  it('ignores later changes to the secrets array', async () => {
    const secrets = ['old'];
    const { verify } = verifier({ secrets });
    secrets[0] = SECRET;
    expect(await outcome(verify(BODY, header(BODY)))).toBe('signature_mismatch');
  });
});

describe.each(ENGINES)('verify on %s', (_, engine) => {
  const verify = (body: RawBody, text: string | undefined, options: Partial<WebhookVerifierOptions> = {}) =>
    outcome(verifier(options, engine).verify(body, text));

  it('accepts one correct v1 for any of the secrets', async () => {
    const wrong = v1(BODY, { secret: 'another' });
    const right = v1(BODY);
    for (let at = 0; at < 8; at++) {
      const signatures = Array.from({ length: 8 }, (__, i) => `v1=${i === at ? right : wrong}`);
      const text = [`t=${T}`, `nonce=${NONCE}`, ...signatures].join(',');
      const secrets = ['a', 'b', 'c'];
      secrets[at % 3] = SECRET;
      expect(await verify(BODY, text, { secrets })).toBe('ok');
      expect(await verify(BODY, text, { secrets: ['a', 'b'] })).toBe('signature_mismatch');
    }
  });

  it('accepts a correct v1 that occurs twice', async () => {
    expect(await verify(BODY, `${header(BODY)},v1=${v1(BODY)}`, { secrets: [SECRET, SECRET] })).toBe('ok');
  });

  it('compares every v1 with every secret, even after a match', async () => {
    let compared = 0;
    const counting = (secrets: readonly string[]) => {
      const hmac = engine(secrets);
      return { ...hmac, equal: (a: Uint8Array, b: Uint8Array) => (compared++, hmac.equal(a, b)) };
    };
    const text = `${header(BODY)},v1=${'0'.repeat(64)}`;
    expect(await outcome(verifier({ secrets: [SECRET, 'b', 'c'] }, counting).verify(BODY, text))).toBe('ok');
    expect(compared).toBe(6);
  });

  it.each([0, 1, 300])('accepts a tolerance of exactly ±%i s, in whole seconds', async (toleranceSeconds) => {
    const at = (ms: number) => verify(BODY, header(BODY), { toleranceSeconds, now: () => ms });
    const first = (T - toleranceSeconds) * 1000;
    const last = (T + toleranceSeconds) * 1000 + 999;
    expect(await at(first)).toBe('ok');
    expect(await at(last)).toBe('ok');
    expect(await at(T * 1000)).toBe('ok');
    expect(await at(first - 1)).toBe('timestamp_out_of_tolerance');
    expect(await at(last + 1)).toBe('timestamp_out_of_tolerance');
    expect(await at(0)).toBe('timestamp_out_of_tolerance');
    expect(await at(1e15)).toBe('timestamp_out_of_tolerance');
  });

  it('refuses any change of one bit, in bytes and in text', async () => {
    const bytes = new TextEncoder().encode(BODY);
    const receiver = verifier({}, engine);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (index, bit) => {
        const changed = bytes.slice();
        changed[index]! ^= 1 << bit;
        expect(await outcome(receiver.verify(changed, header(BODY)))).toBe('signature_mismatch');
        const text = Buffer.from(changed).toString();
        if (text !== BODY) expect(await outcome(receiver.verify(text, header(BODY)))).toBe('signature_mismatch');
      }),
      { seed: 20261121, numRuns: 300 },
    );
  });

  it('refuses a body that is longer, shorter or serialized again', async () => {
    for (const body of ['', `${BODY} `, BODY.slice(1), JSON.stringify(EVENT, null, 1)]) {
      expect(await verify(body, header(BODY))).toBe('signature_mismatch');
    }
  });

  it('refuses a changed time or nonce', async () => {
    const signature = v1(BODY);
    for (const start of [
      `t=${T + 1},nonce=${NONCE}`,
      `t=0${T},nonce=${NONCE}`,
      `t=${T},nonce=${NONCE.toUpperCase()}`,
    ]) {
      expect(await verify(BODY, `${start},v1=${signature}`)).toBe('signature_mismatch');
    }
  });

  it('checks header, HMAC, time and payload, in that order', async () => {
    const late = { now: () => 0 };
    expect(await verify('?', undefined, late)).toBe('missing_signature');
    expect(await verify('?', 'x', late)).toBe('malformed_signature');
    expect(await verify('?', header(BODY), late)).toBe('signature_mismatch');
    expect(await verify('?', header('?'), late)).toBe('timestamp_out_of_tolerance');
    expect(await verify('?', header('?'))).toBe('invalid_payload');
  });

  it.each<[string, unknown]>([
    ['a parsed object', EVENT],
    ['undefined', undefined],
    ['null', null],
    ['a number', 1],
    ['an array of bytes', [1, 2]],
    ['a DataView', new DataView(new ArrayBuffer(2))],
    ['a Uint16Array', new Uint16Array(2)],
    ['an object that poses as bytes', { [Symbol.toStringTag]: 'Uint8Array', length: 0 }],
  ])('rejects with a UsageError for %s as the body', async (__, body) => {
    const pending = verifier({}, engine).verify(body as RawBody, header(BODY));
    await expect(pending).rejects.toBeInstanceOf(UsageError);
  });

  it('accepts a view into a larger buffer', async () => {
    const large = Buffer.from(`xxx${BODY}yyy`);
    const view = large.subarray(3, large.length - 3);
    expect(await verify(view, header(BODY))).toBe('ok');
  });

  it('returns the authenticated event even if the caller reuses the buffer', async () => {
    const buffer = Buffer.from(BODY);
    const pending = verifier({ secrets: [SECRET, 'b'] }, engine).verify(buffer, header(BODY));
    buffer.write(BODY.replace('evt_1', 'evt_2'));
    expect(await pending).toEqual(EVENT);
  });

  it.each([NaN, Infinity, '1795255200000', new Date(T * 1000), undefined])(
    'rejects with a UsageError if the clock returns %s',
    async (time) => {
      const pending = verifier({ now: () => time as number }, engine).verify(BODY, header(BODY));
      await expect(pending).rejects.toBeInstanceOf(UsageError);
    },
  );
});
