import { expect, test } from 'vitest';
import { parseServiceOrigin } from './tenant-settings.usecases.ts';

test.each([
  ['https://10.0.0.8:8443/', 'https://10.0.0.8:8443'],
  ['http://127.0.0.1:8081', 'http://127.0.0.1:8081'],
  ['https://eds.internal', 'https://eds.internal'],
])('accepts %s as a service address if private addresses are allowed', (text, origin) => {
  expect(parseServiceOrigin(text, { allowPrivate: true })).toBe(origin);
});

test.each(['https://10.0.0.8/path', 'https://10.0.0.8?x', 'file:///etc/passwd', 'javascript:0', ''])(
  'rejects %j as a service address even if private addresses are allowed',
  (text) => {
    expect(() => parseServiceOrigin(text, { allowPrivate: true })).toThrow('admin.service_api_invalid');
  },
);

test.each(['https://192.168.1.4', 'https://0x7f000001', 'https://[::ffff:10.0.0.1]', 'https://intranet'])(
  'recognizes %s as a private address, however it is written',
  (text) => {
    expect(() => parseServiceOrigin(text, { allowPrivate: false })).toThrow('admin.service_api_private');
  },
);

test('normalizes a public origin', () => {
  expect(parseServiceOrigin('https://EDS.Example.com:443', { allowPrivate: false })).toBe(
    'https://eds.example.com',
  );
});
