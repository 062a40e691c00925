import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { toBase64 } from '@sealflow/tdf/base64';
import gcm from '@sealflow/tdf/vectors/wycheproof/aes_gcm_test.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { longSha256Examples } from '../../../../../packages/tdf/tests/sha256-examples.ts';
import { importLockKey, openBytes } from './lock-key.util.ts';

const bytesOf = (digits: string) => new Uint8Array(hexToBytes(digits));

test('the cipher of the app lock decrypts valid test vectors, and returns null for invalid vectors', async () => {
  const ours = gcm.testGroups
    .filter(({ keySize, ivSize }) => keySize === 256 && ivSize === 96)
    .flatMap(({ tests }) => tests.filter(({ aad }) => aad === ''));
  const wrong: string[] = [];
  for (const { tcId, key, iv, ct, tag, msg, result } of ours) {
    const sealed = { iv: toBase64(bytesOf(iv)), data: toBase64(bytesOf(ct + tag)) };
    const opened = await openBytes(await importLockKey(bytesOf(key)), sealed);
    const isRight = result === 'valid' ? opened !== null && bytesToHex(opened) === msg : opened === null;
    if (!isRight) wrong.push(`${tcId} (${result}): ${opened?.length}`);
  }
  expect(wrong).toEqual([]);
  expect(new Set(ours.map(({ result }) => result))).toEqual(new Set(['valid', 'invalid']));
});

// RFC 7914, section 11. No standard has a test vector for the iterations of the app, so these check WebCrypto itself.
test.each([
  [
    'passwd',
    'salt',
    1,
    '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783',
  ],
  [
    'Password',
    'NaCl',
    80_000,
    '4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d',
  ],
])('PBKDF2 with SHA-256 of %s', async (password, salt, iterations, expected) => {
  const { subtle } = crypto;
  const material = await subtle.importKey('raw', new Uint8Array(utf8ToBytes(password)), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(utf8ToBytes(salt)), iterations };
  expect(bytesToHex(new Uint8Array(await subtle.deriveBits(how, material, 512)))).toBe(expected);
});

test.each<[string, string, string]>([
  ['nothing', '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ...longSha256Examples,
])('the incremental digest of a transfer is SHA-256: %s', (_, text, digest) => {
  const bytes = utf8ToBytes(text);
  const hash = sha256.create();
  for (let at = 0; at < bytes.length; at += 65_537) hash.update(bytes.subarray(at, at + 65_537));
  expect(bytesToHex(hash.digest())).toBe(digest);
});
