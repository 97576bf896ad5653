import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { BUNDLES, PACK_BUNDLES, WHOLE_COMPLETE, bundle, kibOf } from '../../bench/bundles.mjs';
import { consumer, modules, runScript } from './consumer';

const receipt = resolve(import.meta.dirname, '../../examples/receipts/se/zettle-sale.json');

/** Validates a valid and an invalid document, then signs and verifies a delivery. Returns the results. */
const STORY = `
  import { createRegistry } from 'receipt-rule-packs';
  import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
  import { createWebhookSigner, createWebhookVerifier } from 'receipt-rule-packs/webhook';
  import { parseListQuery } from 'receipt-rule-packs/cursor';
  import { drawReceipt, drawReceiptText } from 'receipt-rule-packs/draw';
  import { signingInput } from 'receipt-rule-packs/signing';

  export async function story(transaction) {
    const business = { country: 'SE' };
    const registry = createRegistry([seReceipt1]);
    const body = JSON.stringify({ eventId: 'evt_1', schemaVersion: '2.1', type: 'transaction.created', businessId: 'biz_1', createdAt: '2026-11-21T10:00:00Z', data: transaction });
    const headers = await createWebhookSigner({ secrets: 'whsec_1' }).sign(body, { event: 'transaction.created' });
    const verifier = createWebhookVerifier({ secrets: 'whsec_1' });
    return [
      registry.validate(transaction, business).valid,
      registry.validate({ ...transaction, type: 'gift' }, business).issues.map((issue) => issue.code).join(),
      (await verifier.verify(body, headers)).type,
      await verifier.verify(body + ' ', headers).catch((error) => error.code),
      parseListQuery({ limit: '5' }).valid,
      drawReceipt(transaction).startsWith('<div class="receipt receipt-sale"'),
      drawReceiptText(transaction, { country: 'SE' }).includes('K V I T T O'),
      signingInput(transaction, 'seRecord').receiptNumber === transaction.receiptNumber,
    ].join(' ');
  }`;
const OUTCOME = 'true invalid_value transaction.created signature_mismatch true true true true';

describe('the package without code generation from strings', () => {
  it('validates, signs and verifies', () => {
    const code = `${STORY}
      import { readFileSync } from 'node:fs';
      console.log(await story(JSON.parse(readFileSync(${JSON.stringify(receipt)}, 'utf8'))));`;
    expect(runScript('csp.mjs', code, ['--disallow-code-generation-from-strings'])).toBe(`${OUTCOME}\n`);
  });
});

describe('the package in a browser bundle', () => {
  it.each([...BUNDLES, WHOLE_COMPLETE, ...PACK_BUNDLES])(
    'takes at most $limitKiB KiB: $name',
    async ({ limitKiB, ...of }) => {
      expect(await kibOf(of, consumer)).toBeLessThanOrEqual(limitKiB);
    },
  );

  it.each(modules.filter((name) => !/\/(?:testing|node)$/.test(name)))(
    'contains nothing of %s if unused',
    async (name) => {
      expect((await bundle(`import '${name}'; import * as unused from '${name}';`, consumer)).trim()).toBe('');
    },
  );

  it('omits complete unless imported', async () => {
    const marks = ['can still be refunded', 'longOffset'];
    const marksOf = async ({ code }: { code: string }) => {
      const text = await bundle(code, consumer);
      return marks.filter((mark) => text.includes(mark));
    };
    expect(await marksOf(WHOLE_COMPLETE)).toEqual(marks);
    for (const other of BUNDLES.filter(({ code }) => !code.includes('/complete')))
      expect(await marksOf(other)).toEqual([]);
  });

  it('omits rules and other formats if the program only draws receipts as HTML', async () => {
    const draw = BUNDLES.find(({ code }) => code.includes('/draw'))!;
    const text = await bundle(draw.code, consumer);
    expect(text).toContain('receipt-row');
    for (const mark of ['sum_mismatch', 'taxRounding', '╭']) expect(text).not.toContain(mark);
  });

  it('has the same results in a realm without Node and without code generation', async () => {
    const code = await bundle(STORY, consumer, { format: 'iife', globalName: 'bundled' });
    const { TextDecoder, TextEncoder, crypto } = globalThis;
    const realm = createContext(
      { TextDecoder, TextEncoder, crypto, input: readFileSync(receipt, 'utf8') },
      { codeGeneration: { strings: false, wasm: false } },
    );
    const outcome = runInContext(`${code}; bundled.story(JSON.parse(input))`, realm) as Promise<string>;
    expect(await outcome).toBe(OUTCOME);
  });
});
