import { describe, expect, it } from 'vitest';
import { deriveKeys, seal, unseal } from '../src/secrets.js';
import { formToken, newSession, readSession, SESSION_SECONDS, writeSession } from '../src/session.js';
import { choice } from '../src/view/fields.js';
import { html } from '../src/view/html.js';
import { prettyJson } from '../src/view/json.js';
import { localeOf, money } from '../src/view/money.js';
import { reasonOf } from '../src/view/reasons.js';
import { dayIn, documentTime, duration, timesIn } from '../src/view/time.js';
import { withQuery, path } from '../src/paths.js';

describe('html', () => {
  it('escapes what it is given, for text and for attributes', () => {
    const hostile = `<b a="1" c='2'>&`;
    expect(html`<p title="${hostile}">${hostile}</p>`.text).toBe(
      '<p title="&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;">&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;</p>',
    );
  });

  it('keeps markup of its own, joins lists, and writes nothing for what is absent', () => {
    expect(html`${[html`<i>${1}</i>`, '<', [html`<b></b>`]]}${null}${undefined}${false}${0}`.text).toBe(
      '<i>1</i>&lt;<b></b>0',
    );
  });
});

describe('a choice', () => {
  const options = (count: number) => Array.from({ length: count }, (_, i) => ({ value: `v${i}`, label: `L${i}` }));
  const field = { name: 'one', label: 'One', value: 'v1' };

  it('is made from a list, with what was chosen before', () => {
    const { text } = choice({ ...field, groups: { Group: options(3) } });
    expect(text.match(/<option /g)).toHaveLength(4);
    expect(text).toMatch(/<option value="v1" selected>/);
    expect(text).toContain('<optgroup label="Group">');
  });

  it('is typed where the list would be too long', () => {
    const { text } = choice({ ...field, groups: { Group: options(101) } });
    expect(text).not.toContain('<option');
    expect(text).toContain('value="v1"');
  });
});

describe('a session', () => {
  const keys = deriveKeys('one admin token');
  const now = 1_800_000_000_000;
  const session = newSession(now);

  it('is read by every process with the same admin token until it ends', () => {
    const cookie = writeSession(keys, session);
    const elsewhere = deriveKeys('one admin token');
    expect(readSession(elsewhere, cookie, now)).toEqual(session);
    expect(readSession(elsewhere, cookie, now + SESSION_SECONDS * 1000 - 1)).toEqual(session);
    expect(readSession(elsewhere, cookie, now + SESSION_SECONDS * 1000)).toBeUndefined();
  });

  it('is not valid with another admin token, or a later end', () => {
    const cookie = writeSession(keys, session);
    expect(readSession(deriveKeys('another admin token'), cookie, now)).toBeUndefined();
    const later = cookie.replace(String(session.expiresAt), String(session.expiresAt + 1));
    expect(later).not.toBe(cookie);
    expect(readSession(keys, later, now)).toBeUndefined();
    expect(readSession(keys, undefined, now)).toBeUndefined();
  });

  it('has a token for its forms that no other session has, and that is not in its cookie', () => {
    const token = formToken(keys, session);
    expect(formToken(keys, newSession(now))).not.toBe(token);
    expect(writeSession(keys, session)).not.toContain(token);
  });
});

describe('a sealed text', () => {
  const keys = deriveKeys('one admin token');

  it('is read with the same keys in the same context alone', () => {
    const sealed = seal(keys, 'session', 'svc_secret åäö');
    expect(Buffer.from(sealed, 'base64url').includes('svc_secret')).toBe(false);
    expect(unseal(keys, 'session', sealed)).toBe('svc_secret åäö');
    expect(unseal(keys, 'other', sealed)).toBeUndefined();
    expect(unseal(deriveKeys('another'), 'session', sealed)).toBeUndefined();
  });

  it.each(['', 'x', 'A'.repeat(37), 'A'.repeat(60)])('is not %j', (text) => {
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
  ])('is written as in %s', (country, amount, text) => {
    expect(money(amount, 'SEK', localeOf(country))).toBe(text);
  });
});

describe('paths', () => {
  it('encode what they are made of', () => {
    expect(path('endpoints', 'a/b?c#d')).toBe('/dashboard/endpoints/a%2Fb%3Fc%23d');
    expect(withQuery('/x', { a: 'b&c', d: undefined })).toBe('/x?a=b%26c');
    expect(withQuery('/x', {})).toBe('/x');
  });
});

describe('prettyJson', () => {
  it('breaks lines, and leaves alone what nests too deep', () => {
    expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(prettyJson(deep)).toBe(deep);
  });
});

describe('times', () => {
  const at = new Date('2026-07-01T22:30:05.678Z');

  it.each([
    ['UTC', '2026-07-01 22:30:05 +00:00'],
    ['Europe/Stockholm', '2026-07-02 00:30:05 +02:00'],
    ['America/St_Johns', '2026-07-01 20:00:05 -02:30'],
  ])('in %s have its offset', (timeZone, text) => {
    expect(timesIn(timeZone)(at).text).toBe(`<time datetime="2026-07-01T22:30:05.678Z">${text}</time>`);
  });

  it.each([
    ['2026-11-21T10:00:00+01:00', '2026-11-21 10:00:00 +01:00'],
    ['2026-11-21T10:00:00.5-02:30', '2026-11-21 10:00:00.5 -02:30'],
    ['2026-11-21T10:00Z', '2026-11-21 10:00 Z'],
  ])('of documents are as written: %s', (timestamp, text) => {
    expect(documentTime(timestamp).text).toContain(`>${text}<`);
  });

  it.each([
    ['UTC', '2026-11-21', '2026-11-21T00:00Z', '2026-11-22T00:00Z'],
    ['Europe/Stockholm', '2026-03-29', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ['Europe/Stockholm', '2026-10-25', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
    ['America/New_York', '2026-02-28', '2026-02-28T05:00Z', '2026-03-01T05:00Z'],
  ])('in %s the day %s is from midnight to midnight', (timeZone, day, from, before) => {
    expect(dayIn(timeZone, day)).toEqual([Date.parse(from), Date.parse(before)]);
  });

  it.each(['', 'today', '2026-13-01', '2026-1-1'])('have no day %j', (day) => {
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
  ])('of %d ms last %s', (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text);
  });
});

describe('the reason of an attempt', () => {
  const url = 'https://shop.example.com/hooks';

  it('names the status, and the place that was called', () => {
    expect(reasonOf({ url, status: 503, errorClass: 'http_status' }).what).toContain('503 Service Unavailable');
    const refused = { url: 'http://127.0.0.1:9/', status: null, errorClass: 'connect', address: '127.0.0.1' };
    expect(reasonOf(refused).what).toContain('127.0.0.1:9');
    expect(reasonOf({ ...refused, url: 'https://[::1]/', address: '::1' }).what).toContain('[::1]:443');
    expect(reasonOf({ url, status: 200, errorClass: null })).toEqual({ what: '200 OK', advice: '' });
  });

  it.each(['http_status', 'redirect', 'timeout', 'dns', 'forbidden_address', 'connect', 'tls', 'closed', 'protocol'])(
    'of %s is told in words, with advice',
    (errorClass) => {
      for (const odd of [url, 'no url']) {
        const { what, advice } = reasonOf({ url: odd, status: null, errorClass });
        expect([what === errorClass, what.length > 5, advice.length > 5]).toEqual([false, true, true]);
      }
    },
  );
});
