import { describe, expect, test } from 'vitest';
import { parseEndpointUrl } from '../../src/delivery/endpoint-url.js';

const refused = (text: string, allowLoopback = false) => !parseEndpointUrl(text, { allowLoopback }).ok;

describe('parseEndpointUrl', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    [' https://Example.COM:443/a b'.replace(' b', '%20b\n'), 'https://example.com/a%20b'],
    ['https://hooks.example.com:8443/x?y=1', 'https://hooks.example.com:8443/x?y=1'],
    ['https://räksmörgås.example/', 'https://xn--rksmrgs-5wao1o.example/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://134744072/', 'https://8.8.8.8/'],
    ['https://[2606:4700::1]/', 'https://[2606:4700::1]/'],
    ['https://example.com./', 'https://example.com./'],
    ['https://localhost.example.com/', 'https://localhost.example.com/'],
  ])('accepts %j', (text, href) => {
    const parsed = parseEndpointUrl(text, { allowLoopback: false });
    expect(parsed.ok && parsed.url.href).toBe(href);
  });

  test.each([
    '',
    'example.com',
    'https://',
    'https://exa mple.com/',
    'https://a.example/\tb',
    'https://a.example/\nb',
    '//a.example/',
  ])('refuses %j, which is not a URL', (text) => expect(refused(text)).toBe(true));

  test.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://8.8.8.8/',
    'ws://a.example/',
  ])('refuses %s because of its scheme, even if loopback is allowed', (text) =>
    expect([refused(text), refused(text, true)]).toEqual([true, true]),
  );

  test.each([
    'https://user@a.example/',
    'https://:secret@a.example/',
    'https://u:p@a.example/',
    'https://a.example/#',
    'https://a.example/#x',
  ])('refuses %s because of credentials or a fragment', (text) => expect(refused(text)).toBe(true));

  test('does not repeat the password from an invalid URL', () => {
    const parsed = parseEndpointUrl('https://u:hunter2@a.example/', { allowLoopback: false });
    expect(JSON.stringify(parsed)).not.toContain('hunter2');
  });

  test.each([
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
    'router.home.arpa',
    'local',
    'intranet',
  ])('refuses the local name %s', (host) => {
    expect([refused(`https://${host}/`), refused(`https://${host}/`, true)]).toEqual([true, true]);
  });

  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
  ])('accepts loopback as %s only if allowed', (host) => {
    expect([refused(`https://${host}/`), refused(`https://${host}/`, true)]).toEqual([true, false]);
    expect([refused(`http://${host}:8080/`), refused(`http://${host}:8080/`, true)]).toEqual([true, false]);
  });

  test.each([
    '10.0.0.1',
    '0xa000001',
    '169.254.169.254',
    '2852039166',
    '0.0.0.0',
    '0',
    '192.168.1.1',
    '[::]',
    '[::ffff:8.8.8.8]',
  ])('refuses the address %s', (host) =>
    expect([refused(`https://${host}/`), refused(`https://${host}/`, true)]).toEqual([true, true]),
  );

  test.each([
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[fe80::1]',
    '[fd00::1]',
    '[64:ff9b::7f00:1]',
    '[2001:db8::1]',
    '224.0.0.1',
  ])('refuses the address %s', (host) =>
    expect([refused(`https://${host}/`), refused(`https://${host}/`, true)]).toEqual([true, true]),
  );

  test.each([0, 1, 7, 22, 25, 53, 110, 465, 587, 993, 6000, 6667, 10080])('refuses port %i', (port) => {
    expect([refused(`https://a.example:${port}/`), refused(`http://127.0.0.1:${port}/`, true)]).toEqual([true, true]);
  });

  test.each([80, 443, 444, 1024, 3000, 8080, 8443, 65_535])('accepts port %i', (port) => {
    expect(refused(`https://a.example:${port}/`)).toBe(false);
  });

  test.each([
    'a..example',
    '.example.com',
    'example.com..',
    '-a.example',
    'a-.example',
    'a.-b.example',
    'a!b.example',
    'a$b.example',
    "a'b.example",
    'a(b).example',
    'a*.example',
    '*.example.com',
    'a~b.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(124)}example`,
  ])('refuses %s, which is not a host name', (host) => {
    expect(refused(`https://${host}/`)).toBe(true);
  });

  test.each([
    `${'a'.repeat(63)}.example`,
    `${'a.'.repeat(123)}example`,
    'xn--rksmrgs-5wao1o.example',
    'a--b.example',
    '1.a.example',
    'my_shop.example.com',
  ])('accepts the host name %s', (host) => {
    expect(refused(`https://${host}/`)).toBe(false);
  });

  test('accepts 2048 characters and refuses one more', () => {
    const start = 'https://a.example/';
    expect(refused(start.padEnd(2048, 'x'))).toBe(false);
    expect(refused(start.padEnd(2049, 'x'))).toBe(true);
  });
});
