import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { isLoopbackAddress, isPublicAddress, mayConnectTo } from '../../src/delivery/address-guard.js';

/** https://www.iana.org/assignments/iana-ipv4-special-registry/iana-ipv4-special-registry.xhtml, every block. */
const IPV4_REGISTRY = [
  '0.0.0.0/8',
  '0.0.0.0/32',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.0.0/29',
  '192.0.0.8/32',
  '192.0.0.9/32',
  '192.0.0.10/32',
  '192.0.0.170/32',
  '192.0.0.171/32',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.88.99.2/32',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '240.0.0.0/4',
  '255.255.255.255/32',
];

/** https://www.iana.org/assignments/iana-ipv6-special-registry/iana-ipv6-special-registry.xhtml, every block. */
const IPV6_REGISTRY = [
  '::1/128',
  '::/128',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001::/32',
  '2001:1::1/128',
  '2001:1::2/128',
  '2001:1::3/128',
  '2001:2::/48',
  '2001:3::/32',
  '2001:4:112::/48',
  '2001:10::/28',
  '2001:20::/28',
  '2001:30::/28',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
];

/** Blocks that are not in the special-purpose registries, but are not global unicast addresses either. */
const OTHER_BLOCKS = [
  '224.0.0.0/4', // multicast, RFC 5771
  '168.63.129.16/32', // Azure's host agent
  '::/96', // IPv4-compatible, RFC 4291 2.5.5.1
  '::ffff:0:0:0/96', // IPv4-translated, RFC 2765
  'fec0::/10', // site-local, RFC 3879
  'ff00::/8', // multicast, RFC 4291
  '4000::/3', // not assigned: https://www.iana.org/assignments/ipv6-address-space
  'c000::/3',
];

const PUBLIC = ['1.1.1.1', '8.8.8.8', '93.184.215.14', '223.255.255.255', '2606:4700:4700::1111', '2a00:1450:400f::1'];

describe('isPublicAddress', () => {
  test.each([...IPV4_REGISTRY, ...IPV6_REGISTRY, ...OTHER_BLOCKS])('refuses all of %s', (block) => {
    for (const address of endsOf(block)) expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });

  test.each([
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '172.15.255.255',
  ])('accepts %s, next to a refused block', (address) => expect(isPublicAddress(address)).toBe(true));

  test.each([
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '168.63.129.17',
    '2001:200::',
  ])('accepts %s, next to a refused block', (address) => expect(isPublicAddress(address)).toBe(true));

  test.each(PUBLIC)('accepts %s', (address) => expect(isPublicAddress(address)).toBe(true));

  test.each(['::ffff:8.8.8.8', '::8.8.8.8', '64:ff9b::808:808', '2002:808:808::1', '::ffff:0:808:808'])(
    'refuses %s, which embeds an IPv4 address',
    (address) => expect(isPublicAddress(address)).toBe(false),
  );

  test.each([
    '',
    'localhost',
    '8.8.8',
    '134744072',
    '0x08080808',
    '010.8.8.8',
    '[2606:4700::1]',
    '2606:4700::1%eth0',
    ' 8.8.8.8',
  ])('refuses %j, which no resolver returns as an address', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('mayConnectTo', () => {
  test.each(['127.0.0.1', '::1'])('accepts loopback address %s only if allowed', (address) => {
    expect(isLoopbackAddress(address)).toBe(true);
    expect(mayConnectTo(address, true)).toBe(true);
    expect(mayConnectTo(address, false)).toBe(false);
  });

  test.each([
    '127.0.0.2',
    '127.255.255.254',
    '0.0.0.0',
    '::',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '10.0.0.1',
    '::1%lo',
    'localhost',
    'fe80::1',
  ])('refuses %s even if loopback is allowed', (address) => expect(mayConnectTo(address, true)).toBe(false));

  test.each(PUBLIC)('accepts %s whether or not loopback is allowed', (address) => {
    expect([mayConnectTo(address, true), mayConnectTo(address, false)]).toEqual([true, true]);
  });
});

/** The first and last addresses of a block, and one in between. */
function endsOf(block: string): string[] {
  const [network, prefix] = ipaddr.parseCIDR(block);
  const first = network.toByteArray();
  const withHostBits = (bits: (byte: number) => number) =>
    ipaddr
      .fromByteArray(first.map((byte, i) => byte | bits(Math.min(8, Math.max(0, (i + 1) * 8 - prefix)))))
      .toString();
  return [network.toString(), withHostBits((free) => 2 ** free - 1), withHostBits((free) => (2 ** free - 1) & 0x55)];
}
