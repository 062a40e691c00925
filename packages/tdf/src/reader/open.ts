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
  /** The file, or its header as `readSealed` gave it. */
  readonly source: ByteSource | SealedFile;
  /** From `openLicence`. */
  readonly keys: PayloadKeys;
  readonly signal?: AbortSignal;
}

/** A protected document after everything that can be checked without its content has been checked. */
export interface OpenDocument {
  /** Verified: policy, key and sizes; the mime type where `attested`. */
  readonly facts: DocumentFacts;
  /** The file's whole name, null where the sealer gave none. */
  readonly name: string | null;
  /** Whether our assertion vouches for mime type, sizes and name. Other makes' files bind neither. */
  readonly attested: boolean;
  /** The content. Every byte it hands out has been verified. */
  readonly bytes: ByteSource;
}

/**
 * Opens a protected file: checks the policy binding of every share, the root signature over the listed tags and the
 * assertions. Reads no payload byte; from here on any range is read by fetching only its segments.
 * @throws TdfError `tdf.not_an_archive` for a plain file, `tdf.key_mismatch` where the keys are of another document,
 *   `tdf.policy_binding_mismatch`, `tdf.root_signature_mismatch`, `tdf.assertion_mismatch`, `tdf.metadata_tampered`,
 *   and all that `readSealed` throws.
 */
export async function openDocument({ source, keys, signal }: OpenOptions): Promise<OpenDocument> {
  const file = 'manifest' in source ? source : await readSealed(source, signal);
  if (!file) throw new TdfError('tdf.not_an_archive', 'not a protected file');
  throwIfAborted(signal);
  const [first, ...more] = await verifyShares(file, keys);
  await verifyRoot(file, keys.verify);
  const attested = await verifyAssertions(file, keys.verify, first.entry);
  const [name] = await Promise.all(
    [first, ...more].map(({ entry, share }) => openName(entry.encryptedMetadata, share.decrypt)),
  );
  const kid = first.entry.kid ?? null;
  return {
    facts: { ...factsOf(file.manifest, file.size), kid, key: kid === null ? null : licenceKeyIdOf(kid) },
    name: name ?? null,
    attested,
    bytes: payloadSource(file, keys),
  };
}

interface Opened {
  readonly entry: KeyAccessObject;
  readonly share: KeyShare;
}

async function verifyShares({ manifest }: SealedFile, keys: PayloadKeys): Promise<[Opened, ...Opened[]]> {
  const { keyAccess, policy } = manifest.encryptionInformation;
  const sids = new Set(keyAccess.map(({ sid }) => sid ?? null));
  if (parsePolicy(policy).uuid !== keys.documentId || sids.size !== keys.shares.length) throw mismatch();
  const opened = keys.shares.map((share): Opened => {
    const entry = keyAccess.find(
      ({ sid, kid }) => (sid ?? null) === share.sid && (kid ?? null) === share.kid,
    );
    if (!entry) throw mismatch();
    return { entry, share };
  });
  for (const { entry, share } of opened) {
    if (!(await isPolicyBound(share.verify, policy, entry.policyBinding))) {
      throw new TdfError('tdf.policy_binding_mismatch', 'the policy does not belong to the key');
    }
  }
  const [first, ...more] = opened;
  if (!first) throw mismatch();
  return [first, ...more];
}

const mismatch = () => new TdfError('tdf.key_mismatch', 'the keys are of another document');

async function verifyRoot({ manifest, segments }: SealedFile, verify: CryptoKey): Promise<void> {
  const { alg, sig } = manifest.encryptionInformation.integrityInformation.rootSignature;
  if (alg !== 'HS256') throw new TdfError('tdf.unsupported', 'a root signature without a key');
  const digest = decodeDigest(sig, 32);
  if (!digest || !(await crypto.subtle.verify('HMAC', verify, digest, segments.signed))) {
    throw new TdfError('tdf.root_signature_mismatch', 'the listed segments are not those that were sealed');
  }
}

async function verifyAssertions(
  file: SealedFile,
  verify: CryptoKey,
  entry: KeyAccessObject,
): Promise<boolean> {
  const { assertions, encryptionInformation } = file.manifest;
  const verified = new Set<string>();
  for (const assertion of assertions ?? []) {
    const standing = await verifyAssertion(assertion, file.segments.signed, verify);
    if (standing === 'mismatch' || verified.has(assertion.id)) throw broken(assertion.id);
    if (standing === 'foreign') continue;
    verified.add(assertion.id);
    if (assertion.id === DOCUMENT_ASSERTION) await checkStatement(file, assertion.statement.value, entry);
  }
  const missing = parsePolicy(encryptionInformation.policy).assertions.find((id) => !verified.has(id));
  if (missing !== undefined) throw broken(missing);
  return verified.has(DOCUMENT_ASSERTION);
}

async function checkStatement(file: SealedFile, value: unknown, entry: KeyAccessObject): Promise<void> {
  const text = entry.encryptedMetadata;
  const holds: DocumentStatement = {
    mimeType: file.manifest.payload.mimeType ?? null,
    size: file.size,
    segmentSize: file.segments.blockSize,
    metadata: text === undefined ? null : toHex(await sha256(utf8(text))),
  };
  const said = statementIn(value);
  const names = ['mimeType', 'size', 'segmentSize', 'metadata'] as const;
  if (names.some((name) => said[name] !== holds[name])) throw broken(DOCUMENT_ASSERTION);
}

function statementIn(value: unknown): Partial<DocumentStatement> {
  try {
    const said: unknown = JSON.parse(String(value));
    return typeof said === 'object' && said !== null ? said : {};
  } catch {
    return {};
  }
}

const broken = (id: string) =>
  new TdfError('tdf.assertion_mismatch', `the assertion ${id} is missing or does not hold`);
