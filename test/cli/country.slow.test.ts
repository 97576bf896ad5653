import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packs } from '../../packs/index.js';
import type { Transaction } from '../../src/index.js';
import { buildCli, type BuiltCli } from './process.js';
import { ndjson, receipt, refusedReceipt } from './receipt.js';

interface Line {
  readonly source: string;
  readonly valid: boolean;
  readonly issues: readonly { readonly field: string; readonly code: string }[];
  readonly causes?: readonly { readonly code: string }[];
}

let cli: BuiltCli;
beforeAll(async () => {
  cli = await buildCli();
});
afterAll(() => cli.remove());

async function validate(documents: readonly unknown[], ...args: string[]) {
  const { code, stdout, stderr } = await cli.run(['validate', '--format', 'json', ...args], {
    input: ndjson(...documents),
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { code, stderr, lines: lines.map((line) => JSON.parse(line) as Line) };
}

/** A pack's base document, which is valid under that pack. */
const baseOf = (id: string): object =>
  (JSON.parse(readFileSync(new URL(`../../vectors/${id}.json`, import.meta.url), 'utf8')) as { base: object }).base;

describe('--country', () => {
  it.each(['SE', 'Sweden', 'sweden', 'Sverige', 'SVERIGE'])('accepts %s for Sweden', async (country) => {
    expect((await validate([receipt()], '--country', country)).code).toBe(0);
  });

  it.each(['Österreich', 'osterreich', 'united-kingdom', 'Ελλάδα', 'EL'])(
    'accepts %s, which names a different country',
    async (country) => {
      const { code, lines } = await validate([receipt()], '--country', country);
      expect([code, lines[0]!.causes?.[0]?.code]).toEqual([1, 'country']);
    },
  );
});

describe('without --country', () => {
  it('detects the country from the first document, and reports the country', async () => {
    const { code, lines, stderr } = await validate([receipt(), receipt()]);
    expect([code, lines.map(({ valid }) => valid)]).toEqual([0, [true, true]]);
    expect(stderr).toContain('Sweden (SE)');
    const broken = await cli.run(['validate', '--format', 'json'], { input: `{"a" 1}\n${JSON.stringify(receipt())}` });
    expect([broken.code, broken.stderr.includes('Sweden (SE)')]).toEqual([1, true]);
  });

  it('detects the country even from a document with mistakes', async () => {
    const { code, stderr } = await validate([{ ...receipt(), settled: 'yes' }]);
    expect([code, stderr.includes('Sweden (SE)')]).toEqual([1, true]);
  });

  it('lists the candidate countries and exits with 2 if several match', async () => {
    const document = { ...refusedReceipt(), tax: { ...(receipt().tax as object), scheme: 'EU_VAT' } };
    const { code, lines, stderr } = await validate([document]);
    expect([code, lines]).toEqual([2, []]);
    expect(stderr).toContain('--country');
    expect(stderr.match(/\([A-Z]{2}\)/g)!.length).toBeGreaterThan(1);
    expect(stderr).not.toContain('(SE)');
  });

  it('lists all countries if nothing in the document indicates a country', async () => {
    const { code, stderr } = await validate([{}]);
    expect([code, stderr.match(/\([A-Z]{2}\)/g)?.length]).toEqual([2, packs.length]);
  });

  it('prints nothing with --quiet', async () => {
    const { code, stderr } = await cli.run(['validate', '--quiet'], { input: ndjson(receipt()) });
    expect([code, stderr]).toEqual([0, '']);
  });

  it("draws the receipt in the detected country's style with show", async () => {
    const { code, stdout } = await cli.run(['show'], { input: ndjson(receipt()) });
    expect([code, stdout.includes('Kvittonr')]).toEqual([0, true]);
  });
});

describe('--stored', () => {
  const stored = (country: string | undefined, document = receipt()): object => {
    const { vendor, source, ...written } = document as unknown as Transaction;
    return {
      ...written,
      ...{ id: 'txn_1', createdAt: '2026-11-20T12:35:00Z', profileId: 'se-receipt-1' },
      ...{ documentTier: 'receipt', schemaVersion: '2.1' },
      vendor: { ...vendor, name: 'Bageriet', country },
      source: { ...source, syncedAt: '2026-11-20T12:35:00Z' },
    };
  };

  it("validates each document under the law of its business's country", async () => {
    const documents = [stored('SE'), stored('NO')];
    const { code, lines } = await validate(documents, '--stored');
    expect([code, lines.map(({ valid }) => valid)]).toEqual([1, [true, false]]);
    expect(lines[1]!.causes?.[0]?.code).toBe('country');
  });

  it('rejects documents without a country, and documents from a country without a pack', async () => {
    const { code, lines } = await validate([stored(undefined), stored('AQ')], '--stored');
    expect(code).toBe(1);
    expect(lines.map(({ issues }) => issues.map((issue) => [issue.field, issue.code]))).toEqual([
      [['vendor.country', 'required']],
      [['vendor.country', 'unsupported_country']],
    ]);
    expect((await validate([stored(undefined)], '--stored', '--country', 'SE')).code).toBe(0);
  });

  it('is required for stored documents', async () => {
    expect((await validate([stored('SE')], '--country', 'SE')).lines[0]!.issues[0]!.code).toBe('unknown_field');
  });

  it('works with --fix', async () => {
    const wrong = stored('SE', receipt({ totals: { subtotal: 22790, discount: 0, tax: 2442, total: 22791 } }));
    const { code, stdout } = await cli.run(['validate', '--stored', '--fix'], { input: ndjson(wrong) });
    expect([code, stdout]).toEqual([0, ndjson(wrong).replace('22791', '22790')]);
  });
});

describe('--country-field', () => {
  it('reads a country code or name from the field', async () => {
    const documents = ['SE', 'Sweden', 'Norge', 7].map((country) => receipt({ metadata: { country } }));
    const { code, lines } = await validate(documents, '--country-field', 'metadata.country');
    expect([code, lines.map(({ valid }) => valid)]).toEqual([1, [true, true, false, false]]);
    expect(lines[3]!.issues).toMatchObject([{ field: 'metadata.country', code: 'required' }]);
  });
});

it("detection finds every base document's country, or lists the country as a candidate", async () => {
  for (const { id, country } of packs) {
    const { code, stderr } = await validate([baseOf(id)], '--severity', 'fiscal_missing=off');
    expect([country, [0, 2].includes(code!), stderr.includes(`(${country})`)]).toEqual([country, true, true]);
  }
});
