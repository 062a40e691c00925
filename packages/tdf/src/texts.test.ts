import { describe, expect, test } from 'vitest';
import { fromBase64, fromBase64Url, fromHex, toBase64, toBase64Url, toHex } from './base64.ts';
import { isEntryOf, licenceKeyIdOf } from './facts.ts';
import { exportPem, fromPem, importEcPem, toPem } from './pem.ts';
import { isSameBase, keyAccessUrlOf } from './url.ts';

const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7) & 255);
const invalid = expect.objectContaining({ code: 'tdf.manifest_invalid' });

describe('bytes as text', () => {
  test('survive encoding and decoding at any length', () => {
    for (const size of [0, 1, 2, 3, 32_767, 32_768, 32_769, 100_000]) {
      const part = bytes.slice(0, size);
      expect(fromBase64(toBase64(part))).toEqual(part);
      expect(fromBase64Url(toBase64Url(part))).toEqual(part);
      expect(fromHex(toHex(part))).toEqual(part);
    }
  });

  test('in base64url require no escape in an address', () => {
    expect(toBase64Url(Uint8Array.of(251, 255, 254, 255))).toBe('-__-_w');
  });

  test.each(['0', '0g', 'x00', '00x', ' 00'])('%j are not hexadecimal digits', (text) => {
    expect(fromHex(text)).toBeUndefined();
  });

  test('in hex are read in either case and written in lower case', () => {
    expect(fromHex('0AfF')).toEqual(Uint8Array.of(10, 255));
    expect(toHex(Uint8Array.of(10, 255))).toBe('0aff');
  });
});

describe('a PEM public key', () => {
  test('has lines of 64 characters, and is read back', () => {
    const pem = toPem(bytes.slice(0, 91));
    const lines = pem.split('\n');
    expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual([
      '-----BEGIN PUBLIC KEY-----',
      '-----END PUBLIC KEY-----',
      '',
    ]);
    expect(lines.slice(1, -2).map(({ length }) => length)).toEqual([64, 60]);
    expect(fromPem(pem)).toEqual(bytes.slice(0, 91));
    expect(fromPem(`\r\n ${pem.replaceAll('\n', '\r\n')} \n`)).toEqual(bytes.slice(0, 91));
  });

  test.each([
    '',
    'AAAA',
    '-----BEGIN PUBLIC KEY----------END PUBLIC KEY-----',
    '-----BEGIN PUBLIC KEY-----\n*\n-----END PUBLIC KEY-----',
    '-----BEGIN PUBLIC KEY-----\nA\n-----END PUBLIC KEY-----',
    'x-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
    '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----x',
    '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----',
  ])('is not %j', (text) => {
    expect(() => fromPem(text)).toThrow(invalid);
  });

  test('for key agreement is a P-256 key in its canonical form', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const pem = await exportPem(pair.publicKey);
    expect(await exportPem(await importEcPem(pem))).toBe(pem);
    const spki = fromPem(pem);
    const other = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-384' }, true, [
      'deriveBits',
    ]);
    for (const wrong of [
      toPem(spki.slice(0, 90)),
      toPem(spki.with(0, 0x31)),
      toPem(spki.with(26, 2)),
      toPem(spki.with(90, (spki[90] ?? 0) ^ 1)),
      await exportPem(other.publicKey),
    ])
      await expect(importEcPem(wrong)).rejects.toEqual(invalid);
  });
});

describe('a key access address', () => {
  const base = 'https://kas.example/otdf/t1';
  test.each([
    base,
    `${base}/`,
    `${base}/kas`,
    `${base}/kas/`,
    `${base}//`,
    'https://KAS.example:443/otdf/t1',
  ])('%s belongs to the same platform', (url) => {
    expect(isSameBase(base, url)).toBe(true);
    expect(isSameBase(url, base)).toBe(true);
  });

  test.each([
    'https://kas.example/otdf/t2',
    'https://kas.example/otdf/t1/kas/kas',
    'https://kas.example/otdf/t1kas',
    'http://kas.example/otdf/t1',
    'https://kas.example:8443/otdf/t1',
    'https://other.example/otdf/t1',
    'https://kas.example/otdf/t1?x',
    'https://kas.example/otdf/t1#x',
    'https://u@kas.example/otdf/t1',
    'https://:p@kas.example/otdf/t1',
    'kas.example/otdf/t1',
    '',
  ])('%j belongs to another platform', (url) => {
    expect(isSameBase(base, url)).toBe(false);
    expect(isSameBase(url, base)).toBe(false);
  });

  test('that is invalid never matches itself', () => {
    expect(isSameBase('x', 'x')).toBe(false);
  });

  test('is the platform address followed by /kas', () => {
    expect([keyAccessUrlOf(base), keyAccessUrlOf(`${base}//`)]).toEqual([`${base}/kas`, `${base}/kas`]);
  });
});

describe('a key access entry', () => {
  const entry = (url: string, kid?: string) =>
    ({ url, ...(kid === undefined ? {} : { kid }) }) as Parameters<typeof isEntryOf>[0];
  const here = 'https://kas.example/otdf/t1';

  test('is recognised by the licence key if both have one, whatever the address', () => {
    expect(isEntryOf(entry('https://old.example', 'lk1.ec.2'), { base: here, keyId: 'lk1' })).toBe(true);
    expect(isEntryOf(entry(here, 'lk2.ec.2'), { base: here, keyId: 'lk1' })).toBe(false);
  });

  test('is recognised by its address otherwise', () => {
    expect(isEntryOf(entry(`${here}/kas`, 'lk1'), { base: here })).toBe(true);
    expect(isEntryOf(entry(here), { base: here, keyId: 'lk1' })).toBe(true);
    expect(isEntryOf(entry(here, ''), { base: here, keyId: 'lk1' })).toBe(true);
    expect(isEntryOf(entry('https://old.example'), { base: here, keyId: 'lk1' })).toBe(false);
    expect(isEntryOf(entry(here), { keyId: 'lk1' })).toBe(false);
  });

  test('has a licence key up to its first dot', () => {
    expect([licenceKeyIdOf('lk1.ec.2'), licenceKeyIdOf('lk1'), licenceKeyIdOf('.x')]).toEqual([
      'lk1',
      'lk1',
      '',
    ]);
  });
});
