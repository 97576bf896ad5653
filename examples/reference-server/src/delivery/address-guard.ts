import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The range that IANA has assigned to global unicast. The rest of the address space is reserved or special. */
const GLOBAL_UNICAST_6 = ipaddr.parseCIDR('2000::/3');

/** Azure's host agent, which every machine on Azure can reach at an address that looks public. */
const HOST_AGENT_4 = ipaddr.parseCIDR('168.63.129.16/32');

/**
 * Whether `address` belongs to one machine on the public internet: plain unicast outside every block of the two
 * registries below. Also refuses blocks that the registries call globally reachable but that have no webhook receivers
 * (anycast services, AS112, AMT), and every kind of IPv6 address that contains an IPv4 address (mapped, compatible,
 * translated, NAT64, 6to4, Teredo), because a gateway might translate the address into a private one.
 *
 * @param address in the form that resolvers and sockets return; refuses other forms (`127.1`, `0x7f000001`) and zone
 * ids
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry/iana-ipv4-special-registry.xhtml
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry/iana-ipv6-special-registry.xhtml
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // ipaddr.js returns `unicast` for all ranges it does not know, such as ::/96 and 4000::/3.
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_UNICAST_6) : !parsed.match(HOST_AGENT_4);
}

/** Whether `address` is 127.0.0.1 or ::1, in the form that resolvers and sockets return. */
export function isLoopbackAddress(address: string): boolean {
  return address === '127.0.0.1' || address === '::1';
}

/** Whether a delivery may connect to `address`. `allowLoopback` is for tests on one machine. */
export function mayConnectTo(address: string, allowLoopback: boolean): boolean {
  return isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));
}
