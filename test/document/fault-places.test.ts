import { createRegistry, type LawPack } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { describe, expect, it } from 'vitest';
import base from '../../packs/se-receipt-1/base.json' with { type: 'json' };
import { bgReceipt1 } from '../../packs/bg-receipt-1/index.js';
import { packs } from '../../packs/index.js';
import { faultInside } from '../../src/document/free-form';
import { timestampFault } from '../../src/document/fault-message';

const registry = createRegistry([seReceipt1]);
const messages = (more: object) =>
  registry.validate({ ...base.document, ...more }, { country: 'SE' }).issues.map(({ message }) => message);

describe('a value in metadata or extensions that JSON cannot express', () => {
  it.each<[string, object]>([
    ['metadata.a ', { metadata: { a: () => 1 } }],
    ['metadata.a.b[1] ', { metadata: { a: { b: [0, 1n] } } }],
    ['metadata[""] ', { metadata: { '': Symbol('x') } }],
    ['metadata.a[1] ', { metadata: { a: [1, , 3] } }], // eslint-disable-line no-sparse-arrays
    ['metadata.a[0].b ', { metadata: { ok: [{ b: 1 }], a: [{ b: Infinity }] } }],
    ['extensions.se.x ', { extensions: { se: { ...base.document.extensions.se, x: NaN } } }],
  ])('is reported with its path: %s', (place, more) => {
    const [message] = messages(more);
    expect(message?.startsWith(place)).toBe(true);
  });

  it('has a short message, however long its key', () => {
    const long = 'x'.repeat(500);
    for (const metadata of [{ [long]: NaN }, { a: { [long]: () => 1 } }]) {
      expect(messages({ metadata })[0]!.length).toBeLessThan(120);
    }
  });

  it('has a different message from a value that is not an object or is nested too deep', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = { cyclic };
    const told = [[], cyclic, { a: NaN }, { a: 1n }].map((metadata) => messages({ metadata })[0]);
    expect(new Set(told).size).toBe(told.length);
  });

  it('is located once, even if the value changes or throws on a second read', () => {
    let looks = 0;
    const changing = {
      get a() {
        return looks++ === 0 ? NaN : 1;
      },
    };
    expect(messages({ metadata: changing })).toHaveLength(1);
    expect(looks).toBe(2);
    const throwing = {
      get a(): number {
        if (looks++ > 2) throw new Error('no');
        return NaN;
      },
    };
    const result = registry.validate({ ...base.document, metadata: throwing }, { country: 'SE' });
    expect(result.issues.map(({ field, code }) => [field, code])).toEqual([['metadata', 'out_of_range']]);
    expect(looks).toBe(4);
  });

  it('is not found if JSON can express the value', () => {
    for (const value of [{}, { a: [1, null, { b: 'x' }] }, [], 5, null]) expect(faultInside(value)).toBeUndefined();
  });
});

describe('an invalid timestamp', () => {
  it.each([
    ['date', ['x', '', '21/11/2026', '26-11-21T10:00:00Z', '+2026-11-21T10:00:00Z']],
    ['T', ['2026-11-21', '2026-11-21 10:00:00Z', '2026-11-21t10:00:00Z']],
    [
      'time',
      ['2026-11-21T10Z', '2026-11-21T24:00Z', '2026-11-21T10:60:00Z', '2026-11-21T10:00:60Z', '2026-11-21T10:00:Z'],
    ],
    [
      'offset',
      [
        '2026-11-21T10:00',
        '2026-11-21T10:00.5Z',
        '2026-11-21T10:00:00',
        '2026-11-21T10:00:00.5',
        '2026-11-21T10:00:00z',
        '2026-11-21T10:00:00+0100',
      ],
    ],
    ['day', ['2026-02-30T10:00:00Z', '2026-13-01T10:00:00.25+01:00', '0000-01-01T00:00:00Z']],
  ])('has one message about the %s', (_, texts) => {
    const told = texts.map(timestampFault);
    expect(new Set(told).size).toBe(1);
    for (const text of texts) expect(messages({ timestamp: text })[0]).toContain(told[0]);
  });

  it('has a separate message for each part', () => {
    const texts = ['', '2026-11-21', '2026-11-21T', '2026-11-21T10:00:00', '2026-02-30T10:00:00Z'];
    expect(new Set(texts.map(timestampFault)).size).toBe(texts.length);
  });
});

describe('an unknown field', () => {
  it.each([
    ['receiptNumber', { recieptNumber: 1 }],
    ['items', { item: [] }],
    ['taxRate', { items: [{ vatRate: 25 }] }],
    ['vatNumber', { customer: { vatNumbr: '' } }],
    ['amount', { items: [{ discount: { amuont: 5 } }] }],
    ['rate', { tax: { summary: [{ rat: 5 }] } }],
    ['id', { vendor: { ids: 1 } }],
  ])('is reported with the suggestion %s', (name, more) => {
    expect(messages(more)[0]).toContain(` ${name}?`);
  });

  it.each([['foo'], ['qty'], [''], ['x'.repeat(41)], ['recieptNumber'.repeat(4)]])(
    'is reported without a suggestion: %j',
    (name) => {
      expect(messages({ [name]: 1 })[0]).not.toContain('?');
    },
  );

  it('has the same issues whatever the key order and the number of issues', () => {
    const names = ['recieptNumber', 'item', 'total', 'payments', 'sources', 'customers', 'chanel', 'locales'];
    const given = { ...base.document, ...Object.fromEntries(names.map((name) => [name, 1])) };
    const reversed = Object.fromEntries(Object.entries(given).reverse());
    const all = registry.validate(given, { country: 'SE' }).issues;
    expect(registry.validate(reversed, { country: 'SE' }).issues).toEqual(all);
    for (const maxIssues of [1, 3, 7]) {
      expect(registry.validate(given, { country: 'SE' }, { maxIssues }).issues).toEqual(all.slice(0, maxIssues));
    }
  });

  it('is truncated only in the message', () => {
    const name = 'y'.repeat(500);
    const [issue] = registry.validate({ ...base.document, [name]: 1 }, { country: 'SE' }).issues;
    expect(issue).toMatchObject({ field: name, path: [name] });
    expect(issue!.message.length).toBeLessThan(150);
  });
});

describe('the error for a value that is not a document', () => {
  const refused = (value: unknown) => {
    const result = registry.validate(value, { country: 'SE' });
    return result.valid ? '' : result.error.message;
  };

  it.each([['{"a":1}'], [Buffer.from('{}')], [new Uint8Array(3)]])('mentions validateJson for %j', (value) => {
    expect(refused(value)).toContain('validateJson');
  });

  it.each([['x'], [''], [5], [[]]])('does not mention validateJson for %j', (value) => {
    expect(refused(value)).not.toContain('validateJson');
  });

  it('mentions toJSON if toJSON is the reason', () => {
    expect(refused(Object.create({ toJSON: () => 1 }))).toContain('toJSON');
  });
});

it('messages stay short, however many digits a number has', () => {
  const items = [{ ...base.document.items[0], quantity: 1e308 }];
  for (const message of messages({ items })) expect(message.length).toBeLessThan(200);
});

describe('a currency that is missing or misspelt', () => {
  const document = { ...base.document, profileId: undefined };

  function named(pack: LawPack, changes: object): readonly string[] {
    const { issues } = createRegistry([pack]).validate({ ...document, ...changes }, { country: pack.country });
    const { message } = issues.find(({ field }) => field === 'currency')!;
    return message.match(/\b[A-Z]{3}\b/g)!;
  }

  it.each(packs)("is reported with the country's currency: $country", (pack) => {
    for (const currency of [undefined, 'eur', 5, {}]) expect(named(pack, { currency })).toEqual([pack.currency]);
  });

  it("is reported with the currency in force on the document's date", () => {
    for (const { code, from = '2000-01-01', until = '2026-11-21' } of bgReceipt1.law.currencies)
      for (const date of [from, until])
        for (const currency of [undefined, 'lev', {}])
          expect(named(bgReceipt1, { currency, timestamp: `${date}T00:00:00+02:00` })).toEqual([code]);
  });

  it("is reported with today's currency if the date cannot be read", () => {
    const hostile = { slice: () => expect.unreachable() };
    const timestamps: unknown[] = [undefined, 'yesterday', 0, new Date(0), Object.create(null), Symbol('now'), hostile];
    for (const timestamp of timestamps)
      expect(named(bgReceipt1, { currency: undefined, timestamp })).toEqual([bgReceipt1.currency]);
  });
});
