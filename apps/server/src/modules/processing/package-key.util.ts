import { parsePolicy } from '@sealflow/tdf';
import { keyAccessUrlOf } from '@sealflow/tdf/kas';
import {
  generateLicenceKeyPair,
  importForOpening,
  importLicenceKey,
  unwrapDataKey,
} from '@sealflow/tdf/keys';
import { nodeCipher, nodeDecipher } from '@sealflow/tdf/node';
import { type ByteSource, openDocument, readSealed } from '@sealflow/tdf/reader';
import { seal } from '@sealflow/tdf/writer';
import {
  type MasterKey,
  unwrapAtRest,
  type WrappedColumn,
  wrapAtRest,
} from '../../infra/master-key/index.ts';

/** The key that encrypts a package in the object store. It is stored only in the package's row. */
export interface PackageKey {
  /** PKCS#8, wrapped by the master key. */
  readonly wrapped: Buffer;
  readonly publicKeyPem: string;
}

export async function createPackageKey(masterKey: MasterKey, downloadID: string): Promise<PackageKey> {
  const { pkcs8, publicKeyPem } = await generateLicenceKeyPair('ec:secp256r1');
  const wrapped = wrapAtRest(pkcs8, masterKey.bytes, contextOf(downloadID));
  pkcs8.fill(0);
  return { wrapped, publicKeyPem };
}

/**
 * Encrypts a package for the object store in the protected-document format, which allows range reads. A chunk is empty after
 * the next one is requested.
 */
export function sealPackage(
  { publicKeyPem }: PackageKey,
  { downloadID, content }: { downloadID: string; content: AsyncIterable<Uint8Array> },
): AsyncIterable<Uint8Array> {
  return seal({
    kas: { url: keyAccessUrlOf('https://package.invalid'), kid: downloadID, publicKeyPem },
    policy: { uuid: downloadID, namespace: 'package.invalid', owner: null, org: null, classification: null },
    mimeType: 'application/octet-stream',
    name: null,
    content,
    cipher: nodeCipher,
    releaseChunks: true,
  }).stream;
}

/** A package in the object store, with the facts of its row. */
export interface StoredPackage {
  readonly downloadID: string;
  readonly wrappedKey: Buffer;
  /** Plaintext size in bytes. */
  readonly size: number;
  /** The encrypted object. */
  readonly source: ByteSource;
}

/**
 * The decrypted content of a package; each range is authenticated when it is read.
 * @throws if row and object do not match.
 */
export async function openPackage(
  masterKey: MasterKey,
  { downloadID, wrappedKey, size, source }: StoredPackage,
): Promise<ByteSource> {
  const pkcs8 = new Uint8Array(unwrapAtRest(wrappedKey, masterKey.bytes, contextOf(downloadID)));
  const key = await importLicenceKey('ec:secp256r1', pkcs8).finally(() => pkcs8.fill(0));
  // The manifest grows with the number of segments. The overhead of the object over its content is its upper bound.
  const sealed = await readSealed(source, undefined, source.size - size);
  const [entry] = sealed?.manifest.encryptionInformation.keyAccess ?? [];
  if (!sealed || !entry) throw new Error('package is not a sealed document');
  const dataKey = await unwrapDataKey(entry, key);
  const decipher = nodeDecipher(dataKey);
  const keys = { ...(await importForOpening(dataKey).finally(() => dataKey.fill(0))), decipher };
  const documentId = parsePolicy(sealed.manifest.encryptionInformation.policy).uuid;
  const shares = [{ kid: entry.kid ?? null, sid: entry.sid ?? null, ...keys }];
  return (await openDocument({ source: sealed, keys: { documentId, ...keys, shares } })).bytes;
}

const contextOf = (downloadID: string): string => `package ${downloadID}`;

export const wrappedPackageKeys: WrappedColumn = {
  table: 'prepared_downloads',
  column: 'wrapped_key',
  id: 'download_id',
  contextOf,
};
