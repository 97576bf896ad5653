import fc from 'fast-check';
import { WebhookVerificationError } from '../../src/webhook/error.js';
import { parseSignatureHeader } from '../../src/webhook/signature-header.js';
import { mutated } from './mutate.js';
import { promise, target, throwsOnly } from './target.js';

const digits = (alphabet: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet.split('')), minLength: 1, maxLength });
const V1 = '0123456789abcdef'.repeat(4);

const part = fc.oneof(
  digits('0123456789', 13).map((t) => `t=${t}`),
  digits('0123456789abcdefABCDEF', 130).map((nonce) => `nonce=${nonce}`),
  { weight: 2, arbitrary: fc.constantFrom(`v1=${V1}`, `v1=${'f'.repeat(64)}`, `v1=${'0'.repeat(64)}`) },
  fc.constantFrom('v0=1', 'v2=abc==', 'x=y', 'T=1', 'V1=2', '__proto__=1', 'constructor=2'),
);
/** Headers at the grammar's limits and beyond them. */
const bounds = fc
  .tuple(fc.constantFrom(1, 12, 13), fc.constantFrom(1, 128, 129), fc.constantFrom(0, 1, 8, 9))
  .map(([t, nonce, v1]) => [
    `t=${'9'.repeat(t)}`,
    `nonce=${'a'.repeat(nonce)}`,
    ...new Array<string>(v1).fill(`v1=${V1}`),
  ]);
const parts = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(part, { maxLength: 5 }).map((rest) => ['t=1795255200', 'nonce=aB', `v1=${V1}`, ...rest]),
  },
  { weight: 1, arbitrary: fc.array(part, { maxLength: 12 }) },
  { weight: 1, arbitrary: bounds },
);

/** Strings that match, or nearly match, the grammar of the signature header. */
export const signatureHeaders = mutated(
  parts.map((list) => list.join(',')),
  [
    't=',
    't=1',
    'nonce=',
    'nonce=ab',
    'v1=',
    `v1=${V1}`,
    ',',
    ',,',
    '=',
    'x=',
    ', ',
    '0',
    '000000000000',
    'f',
    'F',
    'x'.repeat(4096),
  ],
);

export interface HeaderParts {
  readonly t: string;
  readonly nonce: string;
  readonly v1: readonly string[];
}

/**
 * An independent implementation of the grammar, one regular expression per part; undefined if a header does not match.
 */
export function headerByGrammar(text: string): HeaderParts | undefined {
  if (text.length > 4096) return undefined;
  const t: string[] = [];
  const nonce: string[] = [];
  const v1: string[] = [];
  for (const piece of text.split(',')) {
    const match = /^(?<key>[!-+\--<>-~]+)=(?<value>[!-+\--~]+)$/.exec(piece);
    if (!match) return undefined;
    const { key = '', value = '' } = match.groups!;
    if (key === 't') t.push(value);
    if (key === 'nonce') nonce.push(value);
    if (key === 'v1') v1.push(value);
  }
  const sound =
    t.length === 1 &&
    /^\d{1,12}$/.test(t[0]!) &&
    nonce.length === 1 &&
    /^[\dA-Fa-f]{1,128}$/.test(nonce[0]!) &&
    v1.length >= 1 &&
    v1.length <= 8 &&
    v1.every((value) => /^[\da-f]{64}$/.test(value));
  return sound ? { t: t[0]!, nonce: nonce[0]!, v1 } : undefined;
}

const parsing = (text: string) => () => throwsOnly(WebhookVerificationError, () => void parseSignatureHeader(text));
const repeated =
  (piece: string, before = '') =>
  (size: number) =>
    parsing(before + piece.repeat(Math.ceil((size - before.length) / piece.length)).slice(0, size - before.length));

export const signatureHeader = target<string>({
  name: 'signature-header',
  inputs: signatureHeaders,
  check(text) {
    const expected = headerByGrammar(text);
    let parsed: ReturnType<typeof parseSignatureHeader> | undefined;
    const refused = throwsOnly(WebhookVerificationError, () => void (parsed = parseSignatureHeader(text)));
    promise(
      refused === (expected === undefined),
      refused ? 'refused, but the grammar allows it' : 'taken against the grammar',
    );
    if (parsed === undefined || expected === undefined) return;
    const { timestamp, nonce, prefix, signatures } = parsed;
    promise(timestamp === Number(expected.t) && nonce === expected.nonce, `read t ${timestamp}, nonce ${nonce}`);
    promise(prefix === `${expected.t}.${expected.nonce}.`, `read prefix ${prefix}`);
    const hex = signatures.map((bytes) => Buffer.from(bytes).toString('hex'));
    promise(hex.join() === expected.v1.join(), `read v1 ${hex.join()}`);
  },
  growth: [
    { name: 'other keys', size: 128, limit: 4096, prepare: repeated('x=1,', `t=1,nonce=a,v1=${V1},`) },
    { name: 'one long key', size: 128, limit: 4096, prepare: repeated('x', `t=1,nonce=a,v1=${V1},`) },
    { name: 'one long value', size: 128, limit: 4096, prepare: repeated('=', `t=1,nonce=a,v1=${V1},x=`) },
    { name: 'a long t', size: 128, limit: 4096, prepare: repeated('1', 't=') },
    { name: 'a long nonce', size: 128, limit: 4096, prepare: repeated('a', 't=1,nonce=') },
    { name: 'commas', size: 1 << 17, prepare: repeated(',') },
    { name: 'no separators', size: 1 << 17, prepare: repeated('x') },
  ],
});
