import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Addresses outside the public internet: this machine, private networks, link-local addresses (including cloud metadata), and
 * ranges that translators or tunnels map to these.
 */
const nonPublicRanges = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  nonPublicRanges.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  nonPublicRanges.addSubnet(network, prefix, 'ipv6');
}

/** A host name resolves to an address outside the public internet. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  readonly code = 'outbound.private_address';
}

/** Whether an IP address is on the public internet. IPv4-mapped IPv6 addresses are checked as IPv4. */
export function isPublicAddress(address: string): boolean {
  const unbracketed = address.replace(/^\[|\]$/g, '');
  const family = isIP(unbracketed);
  return family !== 0 && !nonPublicRanges.check(unbracketed, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether the host of a URL may be on the public internet, judged by its name. `publicLookup` checks the resolved addresses. */
export function isPublicHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return isPublicAddress(name);
  return name.includes('.') && !/\.(?:localhost|local|internal|lan|home\.arpa)$/.test(name);
}

/** Whether the host of a URL is this machine, so that its connections need no encryption. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** Whether the host of a URL is an IP address outside the public internet. */
export function isPrivateAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 && !isPublicAddress(hostname);
}

/**
 * DNS lookup for outgoing connections that rejects addresses outside the public internet. The connection uses the checked
 * addresses, which prevents DNS rebinding.
 */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '');
    const addresses: LookupAddress[] = found;
    const [first] = addresses;
    if (!first) return done(new Error('host has no address'), '');
    if (!addresses.every(({ address }) => isPublicAddress(address))) {
      return done(new PrivateAddressError('host resolves to a private address'), '');
    }
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });
};
