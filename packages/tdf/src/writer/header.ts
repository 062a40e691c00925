import { DOCUMENT_ASSERTION, type DocumentStatement, sha256, signAssertion } from '../assertion.ts';
import { toBase64, toHex } from '../base64.ts';
import { bindPolicy } from '../binding.ts';
import { type Bytes, randomBytes, utf8 } from '../bytes.ts';
import { hmac, importForSealing, newDataKey } from '../data-key.ts';
import {
  IV_BYTES,
  type KeyAccessObject,
  type Manifest,
  PAYLOAD_NAME,
  SCHEMA_VERSION,
  SEGMENT_BYTES,
  SEGMENT_OVERHEAD_BYTES,
  type Segment,
  TAG_BYTES,
} from '../manifest.ts';
import { sealMetadata } from '../metadata.ts';
import { importEcPem } from '../pem.ts';
import { encodePolicy, type PolicyInput } from '../policy.ts';
import { wrapByAgreement } from '../wrap.ts';
import { type CreateSegmentCipher, type SegmentCipher, webCryptoCipher } from './cipher.ts';

export interface SealHeader {
  /** The service that can unwrap: the newest key of the tenant's key access service, P-256. */
  readonly kas: { readonly url: string; readonly kid: string; readonly publicKeyPem: string };
  readonly policy: PolicyInput;
  readonly mimeType: string;
  /** The full file name, which only readers of the content learn; null for none. */
  readonly name: string | null;
}

/** A new data key with every part of the manifest that does not depend on the content. */
export interface SealSession {
  readonly cipher: SegmentCipher;
  /**
   * Completes the manifest.
   * @param tags GCM tags of all segments, concatenated.
   * @param size plaintext size in bytes.
   */
  finishManifest(tags: Bytes, size: number): Promise<Bytes>;
}

/**
 * Creates a data key and imports it for sealing. It is wrapped while the content is encrypted, and the raw key is wiped as
 * soon as it is wrapped.
 * @throws TdfError `tdf.manifest_invalid` if the public key is not a P-256 PEM.
 */
export async function createSealSession(
  { kas, policy: input, mimeType, name }: SealHeader,
  createCipher?: CreateSegmentCipher,
): Promise<SealSession> {
  const dataKey = newDataKey();
  const [{ encrypt, sign }, publicKey] = await Promise.all([
    importForSealing(dataKey),
    importEcPem(kas.publicKeyPem),
  ]);
  const cipher = createCipher?.(dataKey) ?? webCryptoCipher(encrypt);
  const policy = encodePolicy(input, [DOCUMENT_ASSERTION]);
  const key = wrapKey({ dataKey, publicKey, encrypt, sign, policy, name }).finally(() => dataKey.fill(0));
  // Awaited for the manifest. Until then a failure must not become an unhandled rejection.
  key.catch(() => undefined);
  return {
    cipher,
    async finishManifest(tags, size) {
      const { metadataDigest: metadata, ...wrapped } = await key;
      const segmentSize = Math.min(size, SEGMENT_BYTES);
      const [rootSignature, assertion] = await Promise.all([
        hmac(sign, tags),
        signAssertion(documentAssertion({ mimeType, size, segmentSize, metadata }), tags, sign),
      ]);
      const keyAccess: KeyAccessObject = {
        type: 'ec-wrapped',
        url: kas.url,
        protocol: 'kas',
        kid: kas.kid,
        ...wrapped,
        schemaVersion: '1.0',
      };
      const manifest: Manifest = {
        payload: { type: 'reference', url: PAYLOAD_NAME, protocol: 'zip', isEncrypted: true, mimeType },
        encryptionInformation: {
          type: 'split',
          keyAccess: [keyAccess],
          method: { algorithm: 'AES-256-GCM', isStreamable: true, iv: toBase64(randomBytes(IV_BYTES)) },
          integrityInformation: {
            rootSignature: { alg: 'HS256', sig: toBase64(rootSignature) },
            segmentHashAlg: 'GMAC',
            segmentSizeDefault: SEGMENT_BYTES,
            encryptedSegmentSizeDefault: SEGMENT_BYTES + SEGMENT_OVERHEAD_BYTES,
            segments: segmentEntries(tags, size),
          },
          policy,
        },
        assertions: [assertion],
        schemaVersion: SCHEMA_VERSION,
      };
      return utf8(JSON.stringify(manifest));
    },
  };
}

interface KeyToWrap {
  readonly dataKey: Bytes;
  readonly publicKey: CryptoKey;
  readonly encrypt: CryptoKey;
  readonly sign: CryptoKey;
  readonly policy: string;
  readonly name: string | null;
}

type WrappedKey = Pick<
  KeyAccessObject,
  'wrappedKey' | 'ephemeralPublicKey' | 'policyBinding' | 'encryptedMetadata'
> & {
  readonly metadataDigest: string | null;
};

async function wrapKey({ dataKey, publicKey, encrypt, sign, policy, name }: KeyToWrap): Promise<WrappedKey> {
  const [wrapped, policyBinding, encryptedMetadata] = await Promise.all([
    wrapByAgreement({ dataKey, publicKey }),
    bindPolicy(sign, policy),
    name === null ? undefined : sealMetadata({ name }, encrypt),
  ]);
  if (encryptedMetadata === undefined) return { ...wrapped, policyBinding, metadataDigest: null };
  const metadataDigest = toHex(await sha256(utf8(encryptedMetadata)));
  return { ...wrapped, policyBinding, encryptedMetadata, metadataDigest };
}

function segmentEntries(tags: Bytes, size: number): readonly Segment[] {
  const count = tags.length / TAG_BYTES;
  const last = size - (count - 1) * SEGMENT_BYTES;
  return Array.from({ length: count }, (_, index): Segment => {
    const hash = toBase64(tags.subarray(index * TAG_BYTES, (index + 1) * TAG_BYTES));
    if (index < count - 1 || last === SEGMENT_BYTES) return { hash };
    return { hash, segmentSize: last, encryptedSegmentSize: last + SEGMENT_OVERHEAD_BYTES };
  });
}

const documentAssertion = (statement: DocumentStatement) => ({
  id: DOCUMENT_ASSERTION,
  type: 'other',
  scope: 'payload',
  appliesToState: 'unencrypted',
  statement: { format: 'json', schema: 'sealflow-document-v1', value: JSON.stringify(statement) },
});
