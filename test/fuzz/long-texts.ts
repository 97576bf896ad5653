import { readFileSync } from 'node:fs';
import { packs } from '../../packs/index.js';
import * as completing from '../../src/complete/index.js';
import { instantMicros, parseListQuery } from '../../src/cursor/index.js';
import { drawReceipt, drawReceiptText } from '../../src/draw/index.js';
import { createRegistry, fieldPath, type Transaction } from '../../src/index.js';
import { createWebhookSigner, createWebhookVerifier } from '../../src/webhook/index.js';

/**
 * Passes strings of twenty million characters to all functions that read text, and prints the names of the calls that
 * overflowed the stack, as JSON. In a process that has compiled many patterns, the engine stops optimizing them, and
 * `+` then needs stack space for each character. `--no-regexp-optimization` has the same effect immediately.
 */

const LENGTH = 20_000_000;
const long = (part: string): string => part.repeat(Math.ceil(LENGTH / part.length));

const TEXTS: Readonly<Record<string, string>> = {
  digits: long('1'),
  letters: long('a'),
  capitals: long('A'),
  words: long('ab '),
  amount: `1.${long('1')}`,
  fraction: `2026-01-01T10:00:00.${long('1')}Z`,
  'fraction without a zone': `2026-01-01T10:00:00.${long('1')}`,
  locale: `sv${long('-abcdef')}`,
  'private locale': `sv-x${long('-a')}`,
  base64: long('+/'),
  path: long('a.b[1]'),
  'quoted path': long('["a"]'),
  'amounts of a TSE': `Beleg^1.00_1.00_1.00_1.00_1.00^${long('1.00:Bar_')}1.00:Bar`,
  'amounts of an RKSV code': `_R1-AT1_a_b_c_${long('1')},00`,
  'taxes of a QR code': `A:1*B:2*${long('I1:PT*')}N:${long('1')}.00*O:1.00`,
};

const failures: string[] = [];
async function attempt(name: string, call: () => unknown): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (error instanceof RangeError && error.message.includes('stack')) failures.push(name);
  }
}

const file = new URL('../../examples/receipts/se/kivra-swish.json', import.meta.url);
const receipt = JSON.parse(readFileSync(file, 'utf8')) as Transaction;
const registry = createRegistry(packs);
const sweden = { country: 'SE' };
const shop = registry.shop(sweden);

const secrets = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const signed = await createWebhookSigner({ secrets }).sign('{}', { event: 'transaction.created' });
const { verify } = createWebhookVerifier({ secrets });

/** For each text field, a copy of the document with this text in it. */
function* withText(text: string, part: unknown = receipt): Generator<[string, Transaction]> {
  if (typeof part !== 'object' || part === null) return;
  const object = part as Record<string, unknown>;
  for (const [name, sent] of Object.entries(object)) {
    if (typeof sent === 'string') {
      object[name] = text;
      yield [name, receipt];
      object[name] = sent;
    } else yield* withText(text, sent);
  }
}

for (const [name, text] of Object.entries(TEXTS)) {
  for (const [field, document] of withText(text)) {
    await attempt(`validate ${field}: ${name}`, () => {
      const verdict = registry.validate(document, sweden);
      // If reading a field throws, the library reports an unreadable document.
      if (!verdict.valid && verdict.error.code === 'invalid_json') failures.push(`unreadable ${field}: ${name}`);
    });
    await attempt(`draw ${field}: ${name}`, () => drawReceiptText(document));
  }
  for (const { id, country, law } of packs) {
    for (const { namespace, fields } of law.extensions) {
      for (const field of fields.filter(({ pattern }) => pattern !== undefined)) {
        const extensions = { [namespace]: { [field.name]: text } };
        const document = { ...receipt, profileId: id, extensions };
        await attempt(`validate ${namespace}.${field.name}: ${name}`, () => registry.validate(document, { country }));
      }
    }
  }
  await attempt(`validate a name: ${name}`, () => registry.validate({ ...receipt, [text]: 1 }, sweden));
  for (const json of [text, `{"${text}`, `[${text}`, `{"a":"\\n${text}`, `[${long(' ')}`]) {
    await attempt(`validateJson: ${name}`, () => registry.validateJson(json, sweden));
  }
  await attempt(`fieldPath: ${name}`, () => fieldPath([text]));
  await attempt(`toMinorUnits: ${name}`, () => completing.toMinorUnits(text, 'SEK'));
  await attempt(`toPercent: ${name}`, () => completing.toPercent(text));
  await attempt(`toLocalTimestamp: ${name}`, () => completing.toLocalTimestamp(new Date(0), text));
  await attempt(`complete: ${name}`, () => completing.complete(shop, { ...receipt, timestamp: text }));
  await attempt(`instantMicros: ${name}`, () => instantMicros(text));
  for (const query of [{ limit: text }, { startAfter: text }, { [text]: 'a' }]) {
    await attempt(`parseListQuery: ${name}`, () => parseListQuery(query));
  }
  const issue = { field: text, code: text, message: text, severity: 'error' as const };
  await attempt(`drawReceipt with an issue: ${name}`, () => drawReceipt(receipt, { issues: [issue] }));
  for (const signature of [text, `t=${text}`, `${signed['Service-Signature']},v1=${text}`]) {
    await attempt(`verify: ${name}`, () => verify('{}', { ...signed, 'Service-Signature': signature }));
  }
  await attempt(`verify: ${name}`, () => verify(text, signed));
}
// A control that verifies that this process compiles patterns without optimizations.
await attempt('control', () => /^[0-9]+$/.test(TEXTS.digits!));
console.log(JSON.stringify(failures));
