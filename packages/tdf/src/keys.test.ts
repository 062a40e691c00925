import { describe, expect, test } from 'vitest';
import { deriveWrappingKey } from './agreement.ts';
import { fromBase64, toBase64, toHex } from './base64.ts';
import { isPolicyBound } from './binding.ts';
import { utf8 } from './bytes.ts';
import { hmac, importForSealing, newDataKey } from './data-key.ts';
import {
  clientSession,
  deviceSession,
  generateLicenceKeyPair,
  importAgreementKey,
  importClientKey,
  importForOpening,
  importLicenceKey,
  unwrapDataKey,
} from './index.ts';
import { exportPem, importEcPem } from './pem.ts';
import { wrapByAgreement } from './wrap.ts';

describe('unwrapping', () => {
  test('ec-wrapped', async () => {
    const { pkcs8, publicKeyPem } = await generateLicenceKeyPair('ec:secp256r1');
    const dataKey = newDataKey();
    const wrapped = await wrapByAgreement({ dataKey, publicKey: await importEcPem(publicKeyPem) });
    const key = await importLicenceKey('ec:secp256r1', pkcs8);
    expect(await unwrapDataKey({ type: 'ec-wrapped', ...wrapped }, key)).toEqual(dataKey);
    const other = await importLicenceKey(
      'ec:secp256r1',
      (await generateLicenceKeyPair('ec:secp256r1')).pkcs8,
    );
    const failure = { code: 'tdf.key_unwrap_failed' };
    await expect(unwrapDataKey({ type: 'ec-wrapped', ...wrapped }, other)).rejects.toMatchObject(failure);
    await expect(
      unwrapDataKey({ type: 'ec-wrapped', ...wrapped, wrappedKey: '' }, key),
    ).rejects.toMatchObject(failure);
    await expect(unwrapDataKey({ type: 'ec-wrapped', wrappedKey: 'AAAA' }, key)).rejects.toMatchObject(
      failure,
    );
    await expect(unwrapDataKey({ type: 'wrapped', ...wrapped }, key)).rejects.toMatchObject(failure);
    await expect(unwrapDataKey({ type: 'remote' }, key)).rejects.toMatchObject({ code: 'tdf.unsupported' });
  });

  test('wrapped with RSA-OAEP', async () => {
    const { pkcs8, publicKeyPem } = await generateLicenceKeyPair('rsa:2048');
    const dataKey = newDataKey();
    const publicKey = await importClientKey(publicKeyPem);
    const wrappedKey = toBase64(new Uint8Array(await crypto.subtle.encrypt('RSA-OAEP', publicKey, dataKey)));
    const key = await importLicenceKey('rsa:2048', pkcs8);
    expect(await unwrapDataKey({ type: 'wrapped', wrappedKey }, key)).toEqual(dataKey);
  });
});

describe('a policy binding', () => {
  test('is accepted raw and as hex digits, for the right key and text only', async () => {
    const dataKey = newDataKey();
    const { sign } = await importForSealing(dataKey);
    const { verify } = await importForOpening(dataKey);
    const mac = await hmac(sign, utf8('policy'));
    for (const hash of [
      toBase64(mac),
      toBase64(utf8(toHex(mac))),
      toBase64(utf8(toHex(mac).toUpperCase())),
    ]) {
      expect(await isPolicyBound(verify, 'policy', { alg: 'HS256', hash })).toBe(true);
      expect(await isPolicyBound(verify, 'policy', { hash })).toBe(true);
      expect(await isPolicyBound(verify, 'policy ', { hash })).toBe(false);
      expect(await isPolicyBound(verify, 'policy', { alg: 'none', hash })).toBe(false);
    }
    const { verify: other } = await importForOpening(newDataKey());
    expect(await isPolicyBound(other, 'policy', { hash: toBase64(mac) })).toBe(false);
    for (const hash of ['', '!', toBase64(mac.subarray(1)), toBase64(new Uint8Array(64))]) {
      expect(await isPolicyBound(verify, 'policy', { hash })).toBe(false);
    }
  });
});

describe('wrapping for a client', () => {
  test('of another vendor, with a P-256 key', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveKey']);
    const session = await clientSession(await importClientKey(await exportPem(pair.publicKey)));
    const dataKey = newDataKey();
    const wrapped = { wrappedKey: await session.wrap(dataKey), ephemeralPublicKey: session.sessionPublicKey };
    expect(await unwrapDataKey({ type: 'ec-wrapped', ...wrapped }, pair.privateKey)).toEqual(dataKey);
  });

  test('of another vendor, with an RSA key', async () => {
    const { pkcs8, publicKeyPem } = await generateLicenceKeyPair('rsa:2048');
    const session = await clientSession(await importClientKey(publicKeyPem));
    expect(session.sessionPublicKey).toBe('');
    const dataKey = newDataKey();
    const key = await importLicenceKey('rsa:2048', pkcs8);
    expect(await unwrapDataKey({ type: 'wrapped', wrappedKey: await session.wrap(dataKey) }, key)).toEqual(
      dataKey,
    );
  });

  test('with a weak or malformed key is rejected', async () => {
    const algorithm = {
      name: 'RSA-OAEP',
      hash: 'SHA-1',
      publicExponent: new Uint8Array([1, 0, 1]),
      modulusLength: 1024,
    };
    const { publicKey } = await crypto.subtle.generateKey(algorithm, true, ['encrypt', 'decrypt']);
    await expect(importClientKey(await exportPem(publicKey))).rejects.toMatchObject({
      code: 'tdf.unsupported',
    });
    const p384 = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-384' }, true, ['deriveKey']);
    for (const pem of [
      await exportPem(p384.publicKey),
      'no pem',
      '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
    ]) {
      await expect(importClientKey(pem)).rejects.toMatchObject({ code: 'tdf.manifest_invalid' });
    }
  });

  test('of ours uses the registered JSON Web Key, and binds the result to the terms', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveKey']);
    const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
    const session = await deviceSession(await importAgreementKey({ x, y }), 'terms');
    const dataKey = newDataKey();
    const wrapped = fromBase64(await session.wrap(dataKey));
    const publicKey = await importEcPem(session.sessionPublicKey);
    const unwrap = async (info: string) => {
      const key = await deriveWrappingKey({
        privateKey: pair.privateKey,
        publicKey,
        usages: ['decrypt'],
        info,
      });
      const algorithm = { name: 'AES-GCM', iv: wrapped.subarray(0, 12) };
      return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, wrapped.subarray(12)));
    };
    expect(await unwrap('terms')).toEqual(dataKey);
    await expect(unwrap('other terms')).rejects.toMatchObject({ name: 'OperationError' });
  });
});
