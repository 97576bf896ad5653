import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { WebhookVerificationError } from '../../src/webhook/error.js';
import { signatureHeaderText, type WebhookHeaders } from '../../src/webhook/signature-header.js';
import { type NodeCrypto, nodeHmac, type WebCrypto, webHmac } from '../../src/webhook/hmac.js';
import { createVerifierOn } from '../../src/webhook/verifier.js';
import { mutated } from './mutate.js';
import { headerByGrammar, signatureHeaders } from './signature-header.js';
import { promise, target, throwsOnly } from './target.js';

const NOW = 1_795_255_200;
const SECRETS = ['whsec_c2VjcmV0', 'hemlig å € 🔑'];
const PAYLOAD = {
  eventId: 'evt_1',
  schemaVersion: '2.1',
  type: 'transaction.created',
  businessId: 'biz_1',
  createdAt: '2026-11-21T10:00:00Z',
  data: { name: 'Räksmörgås' },
};

interface Delivery {
  readonly body: string | Uint8Array;
  /** The delivery's header; undefined for a genuine header with this time and secret. */
  readonly header: string | undefined;
  readonly t: string;
  readonly secret: string;
  /** How to pass the header. */
  readonly form: number;
  readonly engine: keyof typeof VERIFIERS;
}

const RIGHT = JSON.stringify(PAYLOAD);
const texts = mutated(
  fc.constantFrom(
    ...[
      RIGHT,
      RIGHT,
      `\ufeff${RIGHT}`,
      `\ufeff\ufeff${RIGHT}`,
      RIGHT.replace('biz_1', '\ud800'),
      `${RIGHT}\n`,
      '{}',
      '',
      '"x"',
    ],
    ...[null, [], 1].map((data) => JSON.stringify({ ...PAYLOAD, data })),
    JSON.stringify([PAYLOAD]),
  ),
  ['{', '}', '"', ',', ':', 'null', '1', '"data":{}', '"eventId":1', '\\ud800', '\\u0000', '__proto__', '[', ']'],
);
const bodies = fc.oneof(
  { weight: 2, arbitrary: texts },
  { weight: 2, arbitrary: texts.map((text) => new Uint8Array(Buffer.from(text))) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 20 }) },
);

const FORMS: ((header: string) => WebhookHeaders)[] = [
  (header) => header,
  (header) => [header],
  (header) => ({ 'Service-Signature': header }),
  (header) => ({ host: 'x', 'service-signature': [header], 'Service-Event': 'y' }),
  (header) => new Map([['service-signature', header]]) as { get(name: string): string | null },
  (header) => ({ 'service-signature': [undefined, header, null] as unknown as string[] }),
  (header) => ({ 'service-signature': header, 'SERVICE-SIGNATURE': header }),
  () => ({ 'service-signatures': 'x' }),
  () => undefined,
];

/** This form has two headers; the forms after it have none. */
const TWICE = 6;

const OPTIONS = { secrets: SECRETS, now: () => NOW * 1000 };
const node = process.getBuiltinModule('node:crypto') as unknown as NodeCrypto;
const web = globalThis.crypto as unknown as WebCrypto;
const VERIFIERS = {
  node: createVerifierOn((secrets) => nodeHmac(node, secrets), OPTIONS),
  web: createVerifierOn((secrets) => webHmac(web.subtle, secrets), OPTIONS),
};

const v1Of = (body: string | Uint8Array, prefix: string, secret: string) =>
  createHmac('sha256', secret).update(prefix).update(body).digest('hex');

function headerOf({ body, header, t, secret }: Delivery): string {
  return header ?? `t=${t},nonce=aB,v1=${v1Of(body, `${t}.aB.`, secret)}`;
}

/** A delivery's expected result, according to the documented order of checks. */
function expectedOf(delivery: Delivery): string {
  const { body, form } = delivery;
  const header = headerOf(delivery);
  if (form > TWICE || (header === '' && form < TWICE)) return 'missing_signature';
  const parts = form === TWICE ? undefined : headerByGrammar(header);
  if (parts === undefined) return 'malformed_signature';
  const { t, nonce, v1 } = parts;
  if (!SECRETS.some((secret) => v1.includes(v1Of(body, `${t}.${nonce}.`, secret)))) return 'signature_mismatch';
  if (Math.abs(NOW - Number(t)) > 300) return 'timestamp_out_of_tolerance';
  return isEvent(body) ? 'ok' : 'invalid_payload';
}

function isEvent(body: string | Uint8Array): boolean {
  const bytes = Buffer.from(body as string);
  const text = bytes.toString('utf8');
  if (typeof body === 'string' ? text !== body : !Buffer.from(text).equals(bytes)) return false;
  try {
    const event = JSON.parse(text.replace(/^\ufeff/, '')) as Record<string, unknown> | null;
    const strings = ['eventId', 'schemaVersion', 'type', 'businessId', 'createdAt'];
    return strings.every((name) => typeof event?.[name] === 'string') && !Array.isArray(event) && isObject(event?.data);
  } catch {
    return false;
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

const finding = (headers: WebhookHeaders) => () =>
  throwsOnly(WebhookVerificationError, () => void signatureHeaderText(headers));
const numbered = (size: number, name: (i: number) => string) =>
  Object.fromEntries(Array.from({ length: size }, (_, i) => [name(i), 'x']));

export const webhookVerify = target<Delivery>({
  name: 'webhook-verify',
  asynchronous: true,
  inputs: fc.record({
    body: bodies,
    header: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: signatureHeaders }),
    t: fc.constantFrom(
      ...[NOW, NOW, NOW - 300, NOW + 300, NOW - 301, NOW + 301, 0, 999_999_999_999].map(String),
      `00${NOW}`,
    ),
    secret: fc.constantFrom(...SECRETS, 'other'),
    form: fc.nat(FORMS.length - 1),
    engine: fc.constantFrom('node', 'node', 'node', 'web'),
  }),
  async check(delivery) {
    const expected = expectedOf(delivery);
    let found: string;
    try {
      const event = await VERIFIERS[delivery.engine].verify(delivery.body, FORMS[delivery.form]!(headerOf(delivery)));
      promise(typeof event.eventId === 'string' && isObject(event.data), 'resolved to what is not an event');
      found = 'ok';
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      found = error.code;
    }
    promise(found === expected, `${found}, but expected ${expected}`);
  },
  growth: [
    {
      name: 'other headers (by number)',
      size: 2048,
      prepare: (size) => finding(numbered(size, (i) => `x-header-${i}`)),
    },
    {
      name: 'header names of the same length (by number)',
      size: 2048,
      prepare: (size) => finding(numbered(size, (i) => `service-${String(i).padStart(9, '0')}`)),
    },
    {
      name: 'signature headers (by number)',
      size: 4096,
      prepare: (size) => finding({ 'service-signature': new Array<string>(size).fill('x') }),
    },
  ],
});
