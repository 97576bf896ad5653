import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import { describe, expect, it } from 'vitest';
import { deriveKeys, seal, unseal } from '../src/secrets.js';
import { formToken, newSession, readSession, SESSION_SECONDS, writeSession } from '../src/session.js';
import { businessDetails } from '../src/view/business.js';
import { choice } from '../src/view/fields.js';
import { html } from '../src/view/html.js';
import { prettyJson } from '../src/view/json.js';
import { drawnReceipt } from '../src/view/receipt.js';
import { localeOf, money } from '../src/view/money.js';
import { reasonOf } from '../src/view/reasons.js';
import { aheadOf, dayIn, documentTime, duration, timesIn } from '../src/view/time.js';
import { withQuery, path } from '../src/paths.js';
import { timeAhead } from '../src/view/transactions.js';
import { textOf } from './support.js';

describe('html', () => {
  it('escapes values in text and attributes', () => {
    const hostile = `<b a="1" c='2'>&`;
    expect(html`<p title="${hostile}">${hostile}</p>`.text).toBe(
      '<p title="&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;">&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;</p>',
    );
  });

  it('keeps its own markup, joins lists, and renders absent values as an empty string', () => {
    expect(html`${[html`<i>${1}</i>`, '<', [html`<b></b>`]]}${null}${undefined}${false}${0}`.text).toBe(
      '<i>1</i>&lt;<b></b>0',
    );
  });
});

it('a drawn receipt is labelled as generated from the document, because no device printed it', () => {
  const business = { id: 'biz_1', vendor: { name: 'Kiosk', country: 'PL' } } as unknown as BusinessRecord;
  const { text } = drawnReceipt(business, { type: 'sale', extensions: { pl: { x: '1' } } }, [], undefined);
  expect(text).toContain('PARAGON FISKALNY');
  expect(text).toMatch(/ from the document<\/p>/);
});

it('business details include the territory, regimes and duties, if the business states any', () => {
  const rules = { country: 'DE', territory: 'DE-X', regimes: ['farmer'], duties: { tse: false, gks: true } };
  const business = { id: 'biz_1', ownerId: 'own_1', vendor: { name: 'Hof', country: 'DE' }, rules };
  const details = (record: object) => businessDetails(record as unknown as BusinessRecord).text;
  for (const text of ['DE-X', 'farmer', 'tse: no, gks: yes']) expect(details(business)).toContain(text);
  const plain = details({ ...business, rules: { country: 'DE' } });
  for (const term of ['Territory', 'Tax regimes', 'Duties']) expect(plain).not.toContain(term);
});

describe('a choice', () => {
  const options = (count: number) => Array.from({ length: count }, (_, i) => ({ value: `v${i}`, label: `L${i}` }));
  const field = { name: 'one', label: 'One', value: 'v1' };

  it('is a select element with the previous choice selected', () => {
    const { text } = choice({ ...field, groups: { Group: options(3) } });
    expect(text.match(/<option /g)).toHaveLength(4);
    expect(text).toMatch(/<option value="v1" selected>/);
    expect(text).toContain('<optgroup label="Group">');
  });

  it('is a text field if there are too many options', () => {
    const { text } = choice({ ...field, groups: { Group: options(101) } });
    expect(text).not.toContain('<option');
    expect(text).toContain('value="v1"');
  });
});

describe('a session', () => {
  const keys = deriveKeys('one admin token');
  const now = 1_800_000_000_000;
  const session = newSession(now);

  it('can be read by every process with the same admin token until it expires', () => {
    const cookie = writeSession(keys, session);
    const elsewhere = deriveKeys('one admin token');
    expect(readSession(elsewhere, cookie, now)).toEqual(session);
    expect(readSession(elsewhere, cookie, now + SESSION_SECONDS * 1000 - 1)).toEqual(session);
    expect(readSession(elsewhere, cookie, now + SESSION_SECONDS * 1000)).toBeUndefined();
  });

  it('is not valid with another admin token or a later expiry', () => {
    const cookie = writeSession(keys, session);
    expect(readSession(deriveKeys('another admin token'), cookie, now)).toBeUndefined();
    const later = cookie.replace(String(session.expiresAt), String(session.expiresAt + 1));
    expect(later).not.toBe(cookie);
    expect(readSession(keys, later, now)).toBeUndefined();
    expect(readSession(keys, undefined, now)).toBeUndefined();
  });

  it('has a unique form token that is not in its cookie', () => {
    const token = formToken(keys, session);
    expect(formToken(keys, newSession(now))).not.toBe(token);
    expect(writeSession(keys, session)).not.toContain(token);
  });
});

describe('a sealed text', () => {
  const keys = deriveKeys('one admin token');

  it('can be read only with the same keys and context', () => {
    const sealed = seal(keys, 'session', 'svc_secret åäö');
    expect(Buffer.from(sealed, 'base64url').includes('svc_secret')).toBe(false);
    expect(unseal(keys, 'session', sealed)).toBe('svc_secret åäö');
    expect(unseal(keys, 'other', sealed)).toBeUndefined();
    expect(unseal(deriveKeys('another'), 'session', sealed)).toBeUndefined();
  });

  it.each(['', 'x', 'A'.repeat(37), 'A'.repeat(60)])('cannot be read from %j', (text) => {
    expect(unseal(keys, 'session', text)).toBeUndefined();
  });
});

describe('money', () => {
  it.each([
    [3000, 'SEK', '30.00 SEK'],
    [5, 'SEK', '0.05 SEK'],
    [-1234567, 'EUR', '-12,345.67 EUR'],
    [1500, 'JPY', '1,500 JPY'],
    [1500, 'KWD', '1.500 KWD'],
    [Number.MAX_SAFE_INTEGER, 'SEK', '90,071,992,547,409.91 SEK'],
    [1500, 'no currency', '15.00 no currency'],
  ])('%d %s is %s', (amount, currency, text) => {
    expect(money(amount, currency)).toBe(text);
  });

  it.each([
    ['SE', 259_800, '2\u00a0598,00 SEK'],
    ['SE', -5, '\u22120,05 SEK'],
    ['DE', 259_800, '2.598,00 SEK'],
    ['US', 259_800, '2,598.00 SEK'],
    ['nowhere', 259_800, '2,598.00 SEK'],
  ])('is formatted as in %s', (country, amount, text) => {
    expect(money(amount, 'SEK', localeOf(country))).toBe(text);
  });
});

describe('paths', () => {
  it('encode their segments', () => {
    expect(path('endpoints', 'a/b?c#d')).toBe('/dashboard/endpoints/a%2Fb%3Fc%23d');
    expect(withQuery('/x', { a: 'b&c', d: undefined })).toBe('/x?a=b%26c');
    expect(withQuery('/x', {})).toBe('/x');
  });
});

describe('prettyJson', () => {
  it('formats JSON, except text that is too deeply nested', () => {
    expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(prettyJson(deep)).toBe(deep);
  });
});

describe('times', () => {
  const at = new Date('2026-07-01T22:30:05.678Z');

  it.each([
    ['UTC', '22:30:05', '2026-07-01 22:30:05 +00:00'],
    ['Europe/Stockholm', '00:30:05', '2026-07-02 00:30:05 +02:00'],
    ['America/St_Johns', '20:00:05', '2026-07-01 20:00:05 -02:30'],
  ])('on the current day in %s omit the date, which is in the title', (timeZone, text, title) => {
    expect(timesIn(timeZone, at.getTime()).time(at).text).toBe(
      `<time datetime="2026-07-01T22:30:05.678Z" title="${title}">${text}</time>`,
    );
  });

  it('include the date unless the date is today or, in a column, is the same as in the previous row', () => {
    const times = timesIn('UTC', at.getTime());
    const [today, before] = [new Date('2026-07-01T08:00:00Z'), new Date('2026-06-30T09:00:00Z')];
    const shown = (of: (date: Date) => { text: string }, ...dates: Date[]) =>
      dates.map((date) => textOf({ html: of(date).text }));
    expect(shown(times.time, before, before)).toEqual(['2026-06-30 09:00:00', '2026-06-30 09:00:00']);
    expect(shown(times.column(), today, today, before, before, today)).toEqual([
      '08:00:00',
      '08:00:00',
      '2026-06-30 09:00:00',
      '09:00:00',
      '2026-07-01 08:00:00',
    ]);
    expect(times.time(null).text).toBe('–');
  });

  it.each([
    ['UTC', '2026-11-21T10:00', '2026-11-21T10:00:00.000Z'],
    ['Europe/Stockholm', '2026-11-21T10:00', '2026-11-21T09:00:00.000Z'],
    ['Europe/Stockholm', '2026-07-21 10:00:30', '2026-07-21T08:00:30.000Z'],
    ['America/St_Johns', '2026-07-01T20:00:05.678', '2026-07-01T22:30:05.678Z'],
  ])('are parsed in %s from %s, with or without seconds', (timeZone, local, instant) => {
    const { instant: read, minute } = timesIn(timeZone, 0);
    expect(read(local)?.toISOString()).toBe(instant);
    expect(minute(new Date(instant))).toBe(local.replace(' ', 'T').slice(0, 16));
  });

  it.each(['', 'yesterday', '2026-13-01T00:00', '2026-01-01T00:00+02:00', '2026-01-01'])(
    'cannot be parsed from %j',
    (local) => {
      expect(timesIn('UTC', 0).instant(local)).toBeUndefined();
    },
  );

  it.each([
    ['2026-11-21T10:00:00+01:00', '2026-11-21 10:00:00 +01:00'],
    ['2026-11-21T10:00:00.5-02:30', '2026-11-21 10:00:00.5 -02:30'],
    ['2026-11-21T10:00Z', '2026-11-21 10:00 Z'],
  ])('in documents keep their format: %s', (timestamp, text) => {
    expect(documentTime(timestamp).text).toContain(`>${text}<`);
  });

  it.each([
    ['UTC', '2026-11-21', '2026-11-21T00:00Z', '2026-11-22T00:00Z'],
    ['Europe/Stockholm', '2026-03-29', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ['Europe/Stockholm', '2026-10-25', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
    ['America/New_York', '2026-02-28', '2026-02-28T05:00Z', '2026-03-01T05:00Z'],
  ])('in %s, the day %s lasts from midnight to midnight', (timeZone, day, from, before) => {
    expect(dayIn(timeZone, day)).toEqual([Date.parse(from), Date.parse(before)]);
  });

  it.each(['', 'today', '2026-13-01', '2026-1-1'])('do not accept %j as a day', (day) => {
    expect(dayIn('UTC', day)).toBeUndefined();
  });

  it.each([
    [0, '0 s'],
    [-1, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [11_520_000, '3 h 12 min'],
    [90_000_000, '1 d 1 h'],
    [86_405_000, '1 d'],
  ])('format %d ms as %s', (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text);
  });
});

describe('the explanation of an outcome', () => {
  const url = 'https://shop.example.com/hooks';

  it('contains the status and the address', () => {
    expect(reasonOf({ url, status: 503, errorClass: 'http_status' }).what).toContain('503 Service Unavailable');
    const refused = { url: 'http://127.0.0.1:9/', status: null, errorClass: 'connect', address: '127.0.0.1' };
    expect(reasonOf(refused).what).toContain('127.0.0.1:9');
    expect(reasonOf({ ...refused, url: 'https://[::1]/', address: '::1' }).what).toContain('[::1]:443');
    expect(reasonOf({ url, status: 200, errorClass: null })).toEqual({ what: '200 OK', advice: '' });
  });

  it.each(['http_status', 'redirect', 'timeout', 'dns', 'forbidden_address', 'connect', 'tls', 'closed', 'protocol'])(
    'for %s is a sentence with advice',
    (errorClass) => {
      for (const odd of [url, 'no url']) {
        const { what, advice } = reasonOf({ url: odd, status: null, errorClass });
        expect([what === errorClass, what.length > 5, advice.length > 5]).toEqual([false, true, true]);
      }
    },
  );
});

describe('the time of a document', () => {
  it.each([
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z', 0],
    ['2026-11-22T10:00:00Z', '2026-11-21T10:00:00Z', 0],
    ['2026-11-22T10:00:01Z', '2026-11-21T10:00:00Z', 86_401_000],
    ['2026-11-22T21:00:00+12:00', '2026-11-21T10:00:00Z', 0],
    ['2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z', 0],
  ])('%s, stored at %s, is %d ms ahead', (timestamp, createdAt, ahead) => {
    expect(aheadOf({ timestamp, createdAt })).toBe(ahead);
    expect(timeAhead({ timestamp, createdAt })?.text.includes('dated 1 d')).toBe(ahead === 0 ? undefined : true);
  });
});
