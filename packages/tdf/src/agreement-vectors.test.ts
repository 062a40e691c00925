import { describe, expect, test } from 'vitest';
import { hex, mistakesIn, type Vector, verdictOf } from '../tests/wycheproof.ts';
import asn from '../vectors/wycheproof/ecdh_secp256r1_test.json' with { type: 'json' };
import jwks from '../vectors/wycheproof/ecdh_webcrypto_test.json' with { type: 'json' };
import { deriveWrappingKey } from './agreement.ts';
import { toBase64, toHex } from './base64.ts';
import { type Bytes, concat, utf8 } from './bytes.ts';
import { newDataKey } from './data-key.ts';
import { importAgreementKey, importLicenceKey, openLicence, termsText, unwrapDataKey } from './index.ts';
import { importEcPem, toPem } from './pem.ts';

interface Agreed extends Vector {
  readonly shared: string;
}
interface AsnAgreed extends Agreed {
  readonly public: string;
  readonly private: string;
}
type Jwk = { readonly [member: string]: string };
interface JwkAgreed extends Agreed {
  readonly public: Jwk;
  readonly private: Jwk;
}

const { subtle } = crypto;
const EC = { name: 'ECDH', namedCurve: 'P-256' } as const;
const encoded = asn.testGroups.flatMap(({ tests }): readonly AsnAgreed[] => tests);
const written = (jwks.testGroups as unknown as { curve: string; tests: readonly JwkAgreed[] }[])
  .filter(({ curve }) => curve === 'P-256')
  .flatMap(({ tests }) => tests);

/** A scalar as PKCS #8 without the public point. Every engine computes the point. */
function pkcs8Of(scalar: string): Bytes {
  const digits = scalar.slice(-64).padStart(64, '0');
  return hex(`3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420${digits}`);
}

/** Expected result of `agreeOnKey`: HKDF of the vector's secret, computed by an independent implementation. */
async function expectedKey(shared: string, info = ''): Promise<CryptoKey> {
  const secret = await subtle.importKey('raw', hex(shared), 'HKDF', false, ['deriveKey']);
  const salt = await subtle.digest('SHA-256', utf8('TDF'));
  const how = { name: 'HKDF', hash: 'SHA-256', salt, info: utf8(info) };
  return subtle.deriveKey(how, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt']);
}

async function wrapped(dataKey: Bytes, shared: string, info?: string): Promise<string> {
  const iv = new Uint8Array(12);
  const body = await subtle.encrypt({ name: 'AES-GCM', iv }, await expectedKey(shared, info), dataKey);
  return toBase64(concat([iv, new Uint8Array(body)]));
}

const isShared = async (one: Agreed, privateKey: CryptoKey, publicKey: CryptoKey) =>
  toHex(new Uint8Array(await subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256))) ===
  one.shared;

/** Opens a key that is wrapped with the vector's secret. It opens only if the derived secret is correct. */
async function agrees(one: Agreed, privateKey: CryptoKey, publicKey: CryptoKey): Promise<boolean> {
  const key = await deriveWrappingKey({ privateKey, publicKey, usages: ['decrypt'] });
  const iv = new Uint8Array(12);
  const sealed = await subtle.encrypt({ name: 'AES-GCM', iv }, await expectedKey(one.shared), utf8('x'));
  // A secret that differs from the vector is a wrong outcome, not a rejection.
  const plain = await subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed).catch(() => new ArrayBuffer(0));
  return toHex(new Uint8Array(plain)) === '78';
}

describe('ECDH P-256', () => {
  test('the PEM of a manifest is accepted in its single canonical form, which excludes all acceptable vectors', async () => {
    const judge = (one: AsnAgreed) =>
      verdictOf(async () => {
        const publicKey = await importEcPem(toPem(hex(one.public)));
        const privateKey = await subtle.importKey('pkcs8', pkcs8Of(one.private), EC, false, [
          'deriveKey',
          'deriveBits',
        ]);
        return (await isShared(one, privateKey, publicKey)) && (await agrees(one, privateKey, publicKey));
      });
    expect(encoded).toHaveLength(460);
    expect(await mistakesIn(encoded, { judge })).toEqual([]);
  });

  test('an entry unwraps its data key exactly if its ephemeral key is valid', async () => {
    const dataKey = newDataKey();
    const judge = (one: AsnAgreed) =>
      verdictOf(async () => {
        const entry = {
          type: 'ec-wrapped',
          wrappedKey: await wrapped(dataKey, one.shared),
          ephemeralPublicKey: toPem(hex(one.public)),
        };
        const key = await importLicenceKey('ec:secp256r1', pkcs8Of(one.private));
        return toHex(await unwrapDataKey(entry, key)) === toHex(dataKey);
      });
    expect(await mistakesIn(encoded, { judge })).toEqual([]);
  });

  test('a licence opens exactly if its session key is valid', async () => {
    const terms = termsText({ documentId: 'd', obligations: [], issuedAt: 1, leaseEnd: null });
    const judge = (one: AsnAgreed) =>
      verdictOf(async () => {
        const licence = {
          version: 1 as const,
          terms,
          documentId: 'd',
          obligations: [],
          issuedAt: 1,
          leaseEnd: null,
          sessionPublicKey: toPem(hex(one.public)),
          keys: [{ kid: 'k', sid: null, wrappedKey: await wrapped(newDataKey(), one.shared, terms) }],
        };
        const key = await subtle.importKey('pkcs8', pkcs8Of(one.private), EC, false, ['deriveKey']);
        return (await openLicence(licence, key)).documentId === 'd';
      });
    const some = encoded.filter(({ tcId }) => tcId % 4 === 0);
    expect(await mistakesIn(some, { judge })).toEqual([]);
  });

  test('JSON Web Keys, as devices register them, accept exactly the valid vectors', async () => {
    const judge = (one: JwkAgreed) =>
      verdictOf(async () => {
        const privateKey = await subtle.importKey('jwk', one.private, EC, false, ['deriveBits', 'deriveKey']);
        const { x = '', y = '' } = one.public;
        const publicKey = await importAgreementKey({ x, y });
        return (await isShared(one, privateKey, publicKey)) && (await agrees(one, privateKey, publicKey));
      });
    const ofOurs = written.filter((one) => one.public['crv'] === 'P-256' && one.public['kty'] === 'EC');
    expect(written.length).toBe(213);
    expect(await mistakesIn(ofOurs, { judge })).toEqual([]);
    // A key of another curve is rejected, whatever its name.
    const named = (one: JwkAgreed) =>
      verdictOf(async () => (await subtle.importKey('jwk', one.public, EC, false, [])) && true);
    expect(
      await mistakesIn(
        written.filter((one) => !ofOurs.includes(one)),
        { judge: named },
      ),
    ).toEqual([]);
  });

  test('the vectors expose a key that accepts points off the curve, and a constant secret', async () => {
    expect(await mistakesIn(encoded, { judge: () => 'right' })).not.toEqual([]);
    const key = await subtle.generateKey(EC, false, ['deriveBits', 'deriveKey']);
    const judge = (one: AsnAgreed) =>
      verdictOf(async () => isShared(one, key.privateKey, await importEcPem(toPem(hex(one.public)))));
    expect((await mistakesIn(encoded, { judge })).length).toBeGreaterThan(150);
  });
});
