import { DOCUMENT_ASSERTION, sha256 } from '../../../packages/tdf/src/assertion.ts';
import { toBase64, toHex } from '../../../packages/tdf/src/base64.ts';
import { type Bytes, concat, utf8 } from '../../../packages/tdf/src/bytes.ts';
import { hmac, importForSealing } from '../../../packages/tdf/src/data-key.ts';
import type { Assertion, KeyAccessObject, Manifest } from '../../../packages/tdf/src/manifest.ts';
import { sealMetadata } from '../../../packages/tdf/src/metadata.ts';
import { encodePolicy, type PolicyInput } from '../../../packages/tdf/src/policy.ts';
import { signAgain } from './signing.ts';

/** A document in a form that the format allows and the sealer does not write. */
export interface DocumentPlan {
  readonly dataKey: Bytes;
  /** Key access entries with their shares. The data key is the XOR of the shares. */
  readonly shares: readonly { readonly kid: string; readonly sid?: string; readonly key: Bytes }[];
  readonly policy: PolicyInput;
  readonly mimeType: string;
  /** Null for a file of another vendor: no name and no assertion. */
  readonly name: string | null;
  readonly segments: readonly Bytes[];
  readonly hash: 'GMAC' | 'HS256';
  readonly inHex?: boolean;
}

/** Creates the manifest and the payload of a plan, correctly sealed and signed. */
export async function forgeDocument(plan: DocumentPlan): Promise<{ manifest: Manifest; payload: Bytes }> {
  const { encrypt, sign } = await importForSealing(plan.dataKey);
  const sealed = await Promise.all(
    plan.segments.map((segment, index) => sealedSegment(encrypt, segment, index)),
  );
  const hashes = await Promise.all(
    sealed.map(async (segment) => (plan.hash === 'GMAC' ? segment.slice(-16) : hmac(sign, segment))),
  );
  const metadata = await Promise.all(plan.shares.map(({ key }) => nameFor(plan.name, key)));
  const [first = new Uint8Array()] = plan.segments;
  const manifest: Manifest = {
    payload: {
      type: 'reference',
      url: '0.payload',
      protocol: 'zip',
      isEncrypted: true,
      mimeType: plan.mimeType,
    },
    encryptionInformation: {
      type: 'split',
      keyAccess: plan.shares.map(
        (share, index): KeyAccessObject => ({
          type: 'ec-wrapped',
          url: 'https://files.example/otdf/t1/kas',
          protocol: 'kas',
          kid: share.kid,
          ...(share.sid === undefined ? {} : { sid: share.sid }),
          wrappedKey: toBase64(share.key),
          policyBinding: { alg: 'HS256', hash: '' },
          ...(metadata[index] === undefined ? {} : { encryptedMetadata: metadata[index] }),
          schemaVersion: '1.0',
        }),
      ),
      method: { algorithm: 'AES-256-GCM', isStreamable: true, iv: '' },
      integrityInformation: {
        rootSignature: { alg: 'HS256', sig: '' },
        segmentHashAlg: plan.hash,
        segmentSizeDefault: first.length,
        encryptedSegmentSizeDefault: first.length + 28,
        segments: plan.segments.map((segment, index) => ({
          hash: toBase64(
            plan.inHex ? utf8(toHex(hashes[index] ?? new Uint8Array())) : (hashes[index] ?? new Uint8Array()),
          ),
          segmentSize: segment.length,
          encryptedSegmentSize: segment.length + 28,
        })),
      },
      policy: encodePolicy(plan.policy, plan.name === null ? [] : [DOCUMENT_ASSERTION]),
    },
    ...(metadata[0] === undefined ? {} : { assertions: [await statement(plan, metadata[0])] }),
    schemaVersion: '4.3.0',
  };
  const keys = {
    dataKey: plan.dataKey,
    shares: plan.shares.map(({ key }) => key),
    inHex: plan.inHex ?? false,
  };
  return { manifest: await signAgain(manifest, keys), payload: concat(sealed) };
}

// Each holder of an entry has only its share. The data key requires all shares.
const nameFor = async (name: string | null, share: Bytes): Promise<string | undefined> =>
  name === null ? undefined : sealMetadata({ name }, (await importForSealing(share)).encrypt);

async function sealedSegment(key: CryptoKey, plain: Bytes, index: number): Promise<Bytes> {
  const iv = new Uint8Array(12).fill(index + 1);
  return concat([iv, new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain))]);
}

async function statement({ mimeType, segments }: DocumentPlan, metadata: string): Promise<Assertion> {
  const value = JSON.stringify({
    mimeType,
    size: segments.reduce((size, segment) => size + segment.length, 0),
    segmentSize: segments[0]?.length ?? 0,
    metadata: toHex(await sha256(utf8(metadata))),
  });
  return {
    id: DOCUMENT_ASSERTION,
    type: 'other',
    scope: 'payload',
    appliesToState: 'unencrypted',
    statement: { format: 'json', schema: 'sealflow-document-v1', value },
    binding: { method: 'jws', signature: '' },
  };
}
