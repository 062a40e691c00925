import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * What is no host of the public internet: this machine, private networks, link-local (cloud metadata among it), and what a
 * translator or tunnel would lead there.
 */
const notPublic = new BlockList();
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
  notPublic.addSubnet(network, prefix, 'ipv4');
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
  notPublic.addSubnet(network, prefix, 'ipv6');
}

/** The name leads to an address that is nobody's on the public internet. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  readonly code = 'outbound.private_address';
}

/** Whether an address is one of the public internet; IPv4 in IPv6 clothes counts as what it is. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '');
  const family = isIP(plain);
  return family !== 0 && !notPublic.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether the host of a URL may be one of the public internet, by its name alone; what it leads to is asked when connecting. */
export function isPublicHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return isPublicAddress(name);
  return name.includes('.') && !/\.(?:localhost|local|internal|lan|home\.arpa)$/.test(name);
}

/** Whether the host of a URL is this machine, whose connections nobody else reads. */
export function isThisMachine(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** Whether the host of a URL is an address, and none of the public internet. */
export function isPrivateAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 && !isPublicAddress(hostname);
}

/**
 * A look-up for outgoing connections that only finds public addresses. The connection is made to what it found, so that a
 * name cannot lead elsewhere at the second look.
 */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '');
    const addresses: LookupAddress[] = found;
    const [first] = addresses;
    if (!first) return done(new Error('no address'), '');
    if (!addresses.every(({ address }) => isPublicAddress(address))) {
      return done(new PrivateAddressError('a private address'), '');
    }
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });
};
