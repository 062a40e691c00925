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

/** Creates a data key, imports it for sealing and wraps it. The raw key is wiped before this returns. */
export async function createSealSession(
  { kas, policy: input, mimeType, name }: SealHeader,
  createCipher?: CreateSegmentCipher,
): Promise<SealSession> {
  const dataKey = newDataKey();
  const { encrypt, sign } = await importForSealing(dataKey);
  const cipher = createCipher?.(dataKey) ?? webCryptoCipher(encrypt);
  const policy = encodePolicy(input, [DOCUMENT_ASSERTION]);
  const wrapped = await wrapByAgreement({ dataKey, publicKey: await importEcPem(kas.publicKeyPem) });
  dataKey.fill(0);
  const encryptedMetadata = name === null ? undefined : await sealMetadata({ name }, encrypt);
  const keyAccess: KeyAccessObject = {
    type: 'ec-wrapped',
    url: kas.url,
    protocol: 'kas',
    kid: kas.kid,
    ...wrapped,
    policyBinding: await bindPolicy(sign, policy),
    ...(encryptedMetadata === undefined ? {} : { encryptedMetadata }),
    schemaVersion: '1.0',
  };
  return {
    cipher,
    async finishManifest(tags, size) {
      const statement: DocumentStatement = {
        mimeType,
        size,
        segmentSize: Math.min(size, SEGMENT_BYTES),
        metadata: encryptedMetadata === undefined ? null : toHex(await sha256(utf8(encryptedMetadata))),
      };
      const manifest: Manifest = {
        payload: { type: 'reference', url: PAYLOAD_NAME, protocol: 'zip', isEncrypted: true, mimeType },
        encryptionInformation: {
          type: 'split',
          keyAccess: [keyAccess],
          method: { algorithm: 'AES-256-GCM', isStreamable: true, iv: toBase64(randomBytes(IV_BYTES)) },
          integrityInformation: {
            rootSignature: { alg: 'HS256', sig: toBase64(await hmac(sign, tags)) },
            segmentHashAlg: 'GMAC',
            segmentSizeDefault: SEGMENT_BYTES,
            encryptedSegmentSizeDefault: SEGMENT_BYTES + SEGMENT_OVERHEAD_BYTES,
            segments: segmentEntries(tags, size),
          },
          policy,
        },
        assertions: [await signAssertion(documentAssertion(statement), tags, sign)],
        schemaVersion: SCHEMA_VERSION,
      };
      return utf8(JSON.stringify(manifest));
    },
  };
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
