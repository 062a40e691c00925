import { isIPv4, isIPv6 } from 'node:net';

/** Groups of 16 bits in the network prefix of an IPv6 address: 48 bits, the most that one customer is assigned. */
const networkGroupCount = 3;

/**
 * The key of a source for rate limits: the whole IPv4 address, or the first 48 bits of an IPv6 address, because one customer
 * can use any address below that prefix.
 */
export function sourceNetworkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  const [withoutZone = ''] = address.split('%', 1);
  if (!isIPv6(withoutZone)) return address;
  // The URL parser writes an embedded IPv4 address as two groups, and all digits in lower case.
  const [head = '', tail] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - first.length - last.length }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, networkGroupCount).join(':')}::/48`;
}
