import { fromBase64 } from '../../../packages/tdf/src/base64.ts';
import type { Bytes } from '../../../packages/tdf/src/bytes.ts';
import {
  bytesSource,
  importLicenceKey,
  readSealed,
  seal,
  unwrapDataKey,
} from '../../../packages/tdf/src/index.ts';
import { toPem } from '../../../packages/tdf/src/pem.ts';
import { collect, sample } from '../../../packages/tdf/tests/kit.ts';
import vectors from '../../../packages/tdf/tests/vectors.json' with { type: 'json' };
import { type Sealed } from './sample.ts';
import { withSeededRandom } from './seeded-sealing.ts';

const KID = 'lk1.ec.1';
const POLICY = {
  uuid: '3f0a1c9e-6a52-4d0b-9d0e-2b8c9f1e7a20',
  namespace: 't1.files.example',
  owner: 'u-7',
  org: null,
  classification: 'c1',
};

/** Documents as the sealer writes them. */
export async function ownSamples(): Promise<Sealed[]> {
  // Sequential, because the seeded random generator is global.
  const cached = await sealed('own', 40, false);
  const empty = await sealed('own, empty', 0, false);
  return [cached, empty, await sealed('own, streamed', 70, true)];
}

async function sealed(name: string, size: number, isStream: boolean): Promise<Sealed> {
  const { privateKey, publicKeyPem } = await licenceKey();
  const plain = sample(size);
  const file = await withSeededRandom(size, () =>
    collect(
      seal({
        kas: { url: 'https://files.example/otdf/t1/kas', kid: KID, publicKeyPem },
        policy: POLICY,
        mimeType: 'application/pdf',
        name: '合同 2026.pdf',
        content: isStream ? chunksOf(plain) : plain,
      }).stream,
    ),
  );
  const [entry] = (await readSealed(bytesSource(file)))?.manifest.encryptionInformation.keyAccess ?? [];
  if (!entry) throw new Error('the sealer wrote no key access');
  const dataKey = await unwrapDataKey(entry, privateKey);
  return {
    name,
    file,
    dataKey,
    shares: [{ kid: KID, sid: null, key: dataKey }],
    expected: {
      plain,
      documentId: POLICY.uuid,
      userOID: POLICY.owner,
      orgID: POLICY.org,
      clID: POLICY.classification,
      kid: KID,
      mimeType: 'application/pdf',
      name: '合同 2026.pdf',
      attested: true,
    },
  };
}

async function licenceKey() {
  const pkcs8 = fromBase64(vectors.keys[KID].pkcs8);
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const { x = '', y = '' } = await crypto.subtle.exportKey(
    'jwk',
    await crypto.subtle.importKey('pkcs8', pkcs8, curve, true, ['deriveKey']),
  );
  const publicKey = await crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, curve, true, []);
  return {
    privateKey: await importLicenceKey('ec:secp256r1', pkcs8),
    publicKeyPem: toPem(new Uint8Array(await crypto.subtle.exportKey('spki', publicKey))),
  };
}

async function* chunksOf(bytes: Bytes): AsyncGenerator<Bytes, void> {
  yield bytes;
}
