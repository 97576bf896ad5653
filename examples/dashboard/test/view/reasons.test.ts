import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../src/view/reasons.js';

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
