import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import {
  isLoopbackHost,
  isPublicAddress,
  isPublicHost,
  PrivateAddressError,
  publicLookup,
} from './public-hosts.util.ts';

test.each(['8.8.8.8', '172.15.255.255', '172.32.0.1', '2001:4860:4860::8888', '[2001:4860:4860::8888]'])(
  '%s is a public address',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '192.88.99.1',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::127.0.0.1',
  '::ffff:0:10.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::a00:1',
  '2001:0:a00:1::1',
  '2002:a00:1::1',
  'fec0::1',
  '100::1',
  'fe80::1',
  'fd00::1',
  '2001:db8::1',
  '[::1]',
  'localhost',
])('%s is not a public address', (address) => expect(isPublicAddress(address)).toBe(false));

test.each(['push.example.com', 'push.example.com.', '8.8.8.8', '[2001:4860:4860::8888]', 'local.example'])(
  '%s is accepted as a public host',
  (host) => expect(isPublicHost(host)).toBe(true),
);

test.each([
  'localhost',
  'printer',
  'printer.local',
  'db.internal.',
  'app.localhost',
  'nas.home.arpa',
  '10.0.0.8',
  '[::1]',
])('%s is rejected as a public host', (host) => expect(isPublicHost(host)).toBe(false));

test('recognizes loopback hosts by name and address', () => {
  expect(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'].every(isLoopbackHost)).toBe(true);
  expect(['127.0.0.1.example.com', 'localhost.example.com', '10.0.0.1'].some(isLoopbackHost)).toBe(false);
});

test('refuses to connect to a name that resolves to this machine', async () => {
  const outgoing = request({ host: 'localhost', port: 9, lookup: publicLookup });
  const [error] = await once(outgoing, 'error').catch((fault: unknown) => [fault]);
  expect(error).toBeInstanceOf(PrivateAddressError);
});
