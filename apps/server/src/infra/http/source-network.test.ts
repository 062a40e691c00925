import { expect, it } from 'vitest';
import { sourceNetworkOf } from './source-network.rules.ts';

it.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
  ['2001:DB8:1:ffff:a:b:c:d', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['::1', '0:0:0::/48'],
  ['64:ff9b::198.51.100.7', '64:ff9b:0::/48'],
  ['unknown', 'unknown'],
])('the source network of %s is %s', (address, network) => {
  expect(sourceNetworkOf(address)).toBe(network);
});
