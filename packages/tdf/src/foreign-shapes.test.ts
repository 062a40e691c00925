import { describe, expect, test } from 'vitest';
import { type Bent, bendPolicy, rebuilt } from '../tests/archive.ts';
import {
  clientOf,
  DOCUMENT_ID,
  KID,
  kasFetch,
  keysOf,
  makeDevice,
  makeKas,
  PLATFORM_URL,
  sample,
  type TestKas,
} from '../tests/kit.ts';
import { toBase64 } from './base64.ts';
import { bindPolicy } from './binding.ts';
import { type Bytes, concat } from './bytes.ts';
import { hmac, importForSealing, newDataKey } from './data-key.ts';
import { bytesSource, inspect, openDocument, openLicence, readSealed, requestLicence } from './index.ts';
import { TAG_BYTES } from './manifest.ts';
import { importEcPem } from './pem.ts';
import { encodePolicy } from './policy.ts';
import { wrapByAgreement } from './wrap.ts';

const plain = sample(500);
const attributes = { namespace: 't1.files.example', owner: 'u-7', org: null, classification: null };

/** A file that the specification permits: one share per name, modified before the policy is bound to the shares. */
async function sealedElsewhere(
  kas: TestKas,
  names: readonly object[],
  bend: (manifest: Bent) => void = () => {},
) {
  const shares = names.map(() => newDataKey());
  const whole = shares.reduce((sum, share) => sum.map((byte, at) => byte ^ (share[at] ?? 0)));
  const { encrypt, sign } = await importForSealing(whole);
  const iv = new Uint8Array(12);
  const encrypted = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, encrypt, plain));
  const publicKey = await importEcPem(kas.keys.get(KID)?.publicKeyPem ?? '');
  const wrap = async (dataKey: Bytes, index: number) => ({
    type: 'ec-wrapped',
    url: `${PLATFORM_URL}/kas`,
    protocol: 'kas',
    kid: KID,
    ...(await wrapByAgreement({ dataKey, publicKey })),
    ...names[index],
  });
  const tag = encrypted.slice(-TAG_BYTES);
  const manifest: Bent = {
    payload: { type: 'reference', url: '0.payload', protocol: 'zip', isEncrypted: true },
    encryptionInformation: {
      type: 'split',
      keyAccess: await Promise.all(shares.map(wrap)),
      method: { algorithm: 'AES-256-GCM', isStreamable: true },
      integrityInformation: {
        rootSignature: { alg: 'HS256', sig: toBase64(await hmac(sign, tag)) },
        segmentHashAlg: 'GMAC',
        segmentSizeDefault: plain.length,
        encryptedSegmentSizeDefault: null,
        segments: [{ hash: toBase64(tag) }],
      },
      policy: encodePolicy({ uuid: DOCUMENT_ID, ...attributes }, []),
    },
  };
  bend(manifest);
  const { keyAccess, policy } = manifest.encryptionInformation;
  for (const [index, share] of shares.entries()) {
    const { sign: bind } = await importForSealing(share);
    keyAccess[index].policyBinding = await bindPolicy(bind, policy);
  }
  return rebuilt(concat([iv, encrypted]), manifest);
}

async function contentOf(file: Bytes, kas: TestKas): Promise<Bytes> {
  const { bytes } = await openDocument({ source: bytesSource(file), keys: await keysOf(file, kas) });
  return bytes.read(0, bytes.size);
}

describe('a file of another writer opens', () => {
  test.each<[string, object[]]>([
    ['without a share name', [{}]],
    ['with an empty share name', [{ sid: '' }]],
    ['with null for omitted values', [{ sid: null, encryptedMetadata: null }]],
    ['with empty strings for omitted values', [{ sid: '', encryptedMetadata: '' }]],
    ['without a key id', [{ kid: undefined }]],
    ['with null for a key id', [{ kid: null }]],
    ['with an empty key id', [{ kid: '' }]],
    [
      'with a key id in none of two shares',
      [
        { kid: null, sid: 'a' },
        { kid: '', sid: 'b' },
      ],
    ],
    ['with one share unnamed and one named', [{ sid: '' }, { sid: 'b' }]],
  ])('%s', async (_, names) => {
    const kas = await makeKas();
    expect(await contentOf(await sealedElsewhere(kas, names), kas)).toEqual(plain);
  });

  test('with entries of one share whose name is absent, null and empty', async () => {
    const kas = await makeKas();
    for (const named of [
      [{}, { sid: '' }],
      [{ sid: '' }, {}],
      [{ sid: null }, {}, { sid: '' }],
    ]) {
      const file = await sealedElsewhere(kas, [{}], ({ encryptionInformation }) => {
        const [entry] = encryptionInformation.keyAccess;
        const policyBinding = { alg: 'HS256', hash: '' };
        const namedBy = (names: object) => ({ ...entry, policyBinding, ...names });
        encryptionInformation.keyAccess = named.map(namedBy);
      });
      expect(await contentOf(file, kas)).toEqual(plain);
    }
  });

  test('with an alternative entry of another service, both without a key id', async () => {
    const kas = await makeKas();
    const file = await sealedElsewhere(kas, [{ kid: null }], ({ encryptionInformation }) => {
      const [entry] = encryptionInformation.keyAccess;
      const binding = { alg: 'HS256', hash: btoa('0'.repeat(64)) };
      const other = {
        ...entry,
        url: 'https://other.example/kas',
        wrappedKey: 'AAAA',
        policyBinding: binding,
      };
      encryptionInformation.keyAccess = [entry, other];
    });
    expect(await contentOf(file, kas)).toEqual(plain);
  });

  test('with an id in upper case, which is shown in lower case', async () => {
    const kas = await makeKas();
    const file = await sealedElsewhere(kas, [{}], (manifest) =>
      bendPolicy(manifest, (policy) => (policy.uuid = DOCUMENT_ID.toUpperCase())),
    );
    // The service uses lower-case document IDs.
    const device = await makeDevice();
    const sealed = await readSealed(bytesSource(file));
    if (!sealed) throw new Error('not sealed');
    const fetch = kasFetch(kas, device, { documentId: DOCUMENT_ID });
    const licence = await requestLicence(clientOf(device, fetch), sealed);
    const keys = await openLicence(licence, device.agreement.privateKey);
    const { facts, bytes } = await openDocument({ source: sealed, keys });
    expect(facts.documentId).toBe(DOCUMENT_ID);
    expect(await bytes.read(0, bytes.size)).toEqual(plain);
  });
});

test('a stored licence that holds an empty share name still opens its file', async () => {
  const kas = await makeKas();
  const file = await sealedElsewhere(kas, [{ sid: '' }]);
  const keys = await keysOf(file, kas);
  const unnamed = (share: (typeof keys.shares)[number]) => ({ ...share, sid: '' });
  const stored = { ...keys, shares: keys.shares.map(unnamed) };
  const { bytes } = await openDocument({ source: bytesSource(file), keys: stored });
  expect(await bytes.read(0, bytes.size)).toEqual(plain);
});

test('the request leaves out the fields that the file leaves out, sets to null or leaves empty', async () => {
  const kas = await makeKas();
  const file = await sealedElsewhere(kas, [{ kid: null, sid: '', encryptedMetadata: null }]);
  const sealed = await readSealed(bytesSource(file));
  const [entry] = sealed?.manifest.encryptionInformation.keyAccess ?? [];
  expect(Object.keys(entry ?? {}).toSorted()).toEqual(
    ['ephemeralPublicKey', 'policyBinding', 'protocol', 'type', 'url', 'wrappedKey'].toSorted(),
  );
});

test('the key of a file without key ids belongs to the tenant whose address it names', async () => {
  const kas = await makeKas();
  const source = bytesSource(await sealedElsewhere(kas, [{ kid: null }]));
  const other = { base: 'https://files.example/otdf/t2', keyId: 'lk2' };
  expect(await inspect(source, { known: [other, { base: PLATFORM_URL, keyId: 'lk1' }] })).toMatchObject({
    key: 'lk1',
    kid: null,
  });
  expect(await inspect(source, { known: [other] })).toMatchObject({ key: null, kid: null });
  expect(await inspect(source)).toMatchObject({ key: null, kid: null });
});
