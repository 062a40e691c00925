import { DOCUMENT_ASSERTION, type DocumentStatement, sha256, verifyAssertion } from '../assertion.ts';
import { toHex } from '../base64.ts';
import { decodeDigest, isPolicyBound } from '../binding.ts';
import { throwIfAborted, utf8 } from '../bytes.ts';
import { TdfError } from '../error.ts';
import { type DocumentFacts, factsOf, licenceKeyIdOf } from '../facts.ts';
import type { KeyAccessObject } from '../manifest.ts';
import { openName } from '../metadata.ts';
import type { KeyShare, PayloadKeys } from '../payload-keys.ts';
import { parsePolicy } from '../policy.ts';
import type { ByteSource } from '../source.ts';
import { payloadSource } from './payload.ts';
import { readSealed, type SealedFile } from './sealed.ts';

export interface OpenOptions {
  /** The file, or its header from `readSealed`. */
  readonly source: ByteSource | SealedFile;
  /** From `openLicence`. */
  readonly keys: PayloadKeys;
  readonly signal?: AbortSignal;
}

/** An assertion of an opened document. */
export interface CheckedAssertion {
  readonly id: string;
  readonly type: string;
  /**
   * Whether the payload key signed it. If false, another key signed it, and its statement must not be shown as true.
   */
  readonly isVerified: boolean;
}

/** A protected document after every check that does not require its content. */
export interface OpenDocument {
  /** Verified are policy, key and sizes; the mime type only if `attested`. */
  readonly facts: DocumentFacts;
  /** The full file name; null if it was sealed without one. */
  readonly name: string | null;
  /** Whether our assertion covers mime type, sizes and name. Third-party files bind none of them. */
  readonly attested: boolean;
  /** The assertions in the order of the file. An unverified one is a claim of its writer. */
  readonly assertions: readonly CheckedAssertion[];
  /** The content. Every byte that it returns is verified. */
  readonly bytes: ByteSource;
}

/**
 * Opens a protected file: verifies the policy binding of every share, the root signature over the listed tags, and the
 * assertions. An assertion signed with another key than the payload key is returned as unverified, unless its claims
 * contradict it or the policy requires it. Reads no payload byte. Later reads fetch only the segments of their range.
 * @throws TdfError `tdf.not_an_archive` for a plain file, `tdf.key_mismatch` if the keys belong to another document,
 * `tdf.policy_binding_mismatch`, `tdf.root_signature_mismatch`, `tdf.assertion_mismatch`, `tdf.metadata_tampered`, and
 * all errors of `readSealed`.
 */
export async function openDocument({ source, keys, signal }: OpenOptions): Promise<OpenDocument> {
  const file = 'manifest' in source ? source : await readSealed(source, signal);
  if (!file) throw new TdfError('tdf.not_an_archive', 'not a protected file');
  throwIfAborted(signal);
  const [first, ...more] = await verifyShares(file, keys);
  await verifyRoot(file, keys.verify);
  const assertions = await verifyAssertions(file, keys.verify, first.entry);
  const [name] = await Promise.all(
    [first, ...more].map(({ entry, share }) => openName(entry.encryptedMetadata, share.decrypt)),
  );
  const kid = first.entry.kid ?? null;
  return {
    facts: { ...factsOf(file.manifest, file.size), kid, key: kid === null ? null : licenceKeyIdOf(kid) },
    name: name ?? null,
    attested: assertions.some(({ id, isVerified }) => isVerified && id === DOCUMENT_ASSERTION),
    assertions,
    bytes: payloadSource(file, keys),
  };
}

interface VerifiedShare {
  readonly entry: KeyAccessObject;
  readonly share: KeyShare;
}

async function verifyShares(
  { manifest }: SealedFile,
  keys: PayloadKeys,
): Promise<[VerifiedShare, ...VerifiedShare[]]> {
  const { keyAccess, policy } = manifest.encryptionInformation;
  const sids = new Set(keyAccess.map(({ sid }) => sid));
  const isOfDocument = parsePolicy(policy).uuid === keys.documentId.toLowerCase();
  if (!isOfDocument || sids.size !== keys.shares.length) throw keyMismatch();
  const opened: VerifiedShare[] = [];
  for (const share of keys.shares) {
    const candidates = keyAccess.filter((entry) => isEntryOfShare(entry, share));
    if (candidates.length === 0) throw keyMismatch();
    const bindings = candidates.map(({ policyBinding }) =>
      isPolicyBound(share.verify, policy, policyBinding),
    );
    const entry = candidates[(await Promise.all(bindings)).indexOf(true)];
    if (!entry) throw new TdfError('tdf.policy_binding_mismatch', 'the policy does not belong to the key');
    opened.push({ entry, share });
  }
  const [first, ...more] = opened;
  if (!first) throw keyMismatch();
  return [first, ...more];
}

// Several entries without a kid may be alternatives of one share. A stored licence may have an empty name for an absent
// one.
const isEntryOfShare = ({ sid, kid }: KeyAccessObject, share: KeyShare): boolean =>
  sid === (share.sid || undefined) && kid === (share.kid || undefined);

const keyMismatch = () => new TdfError('tdf.key_mismatch', 'the keys belong to another document');

async function verifyRoot({ manifest, segments }: SealedFile, verify: CryptoKey): Promise<void> {
  const { alg, sig } = manifest.encryptionInformation.integrityInformation.rootSignature;
  if (alg !== 'HS256') throw new TdfError('tdf.unsupported', 'root signature algorithm is not HS256');
  const digest = decodeDigest(sig, 32);
  if (!digest || !(await crypto.subtle.verify('HMAC', verify, digest, segments.signed))) {
    throw new TdfError('tdf.root_signature_mismatch', 'the list of segments was changed');
  }
}

async function verifyAssertions(
  file: SealedFile,
  verify: CryptoKey,
  entry: KeyAccessObject,
): Promise<readonly CheckedAssertion[]> {
  const { assertions, encryptionInformation } = file.manifest;
  const verified = new Set<string>();
  const checked: CheckedAssertion[] = [];
  for (const assertion of assertions ?? []) {
    const { id, type } = assertion;
    const state = await verifyAssertion(assertion, file.segments.signed, verify);
    if (state === 'changed' || verified.has(id)) throw assertionMismatch(id);
    checked.push({ id, type, isVerified: state === 'verified' });
    if (state === 'unverified') continue;
    verified.add(id);
    if (id === DOCUMENT_ASSERTION) await assertStatement(file, assertion.statement.value, entry);
  }
  const missing = parsePolicy(encryptionInformation.policy).assertions.find((id) => !verified.has(id));
  if (missing !== undefined) throw assertionMismatch(missing);
  return checked;
}

async function assertStatement(file: SealedFile, value: unknown, entry: KeyAccessObject): Promise<void> {
  const text = entry.encryptedMetadata;
  const actual: DocumentStatement = {
    mimeType: file.manifest.payload.mimeType ?? null,
    size: file.size,
    segmentSize: file.segments.blockSize,
    metadata: text === undefined ? null : toHex(await sha256(utf8(text))),
  };
  const claimed = parseStatement(value);
  const names = ['mimeType', 'size', 'segmentSize', 'metadata'] as const;
  if (names.some((name) => claimed[name] !== actual[name])) throw assertionMismatch(DOCUMENT_ASSERTION);
}

function parseStatement(value: unknown): Partial<DocumentStatement> {
  try {
    const claimed: unknown = JSON.parse(String(value));
    return typeof claimed === 'object' && claimed !== null ? claimed : {};
  } catch {
    return {};
  }
}

const assertionMismatch = (id: string) =>
  new TdfError('tdf.assertion_mismatch', `the assertion ${id} is missing or invalid`);
