import { crc32 } from 'node:zlib';
import { parsePolicy } from '@sealflow/tdf';
import { keyAccessUrlOf } from '@sealflow/tdf/kas';
import {
  generateLicenceKeyPair,
  importForOpening,
  importLicenceKey,
  unwrapDataKey,
} from '@sealflow/tdf/keys';
import { type ByteSource, openDocument, readSealed } from '@sealflow/tdf/reader';
import { seal } from '@sealflow/tdf/writer';
import {
  type MasterKey,
  unwrapAtRest,
  type WrappedColumn,
  wrapAtRest,
} from '../../infra/master-key/index.ts';

/** The key that a package lies sealed under; it stands on the package's row and nowhere else. */
export interface PackageKey {
  /** PKCS#8 wrapped by the master key. */
  readonly wrapped: Buffer;
  readonly publicKeyPem: string;
}

export async function makePackageKey(masterKey: MasterKey, downloadID: string): Promise<PackageKey> {
  const { pkcs8, publicKeyPem } = await generateLicenceKeyPair('ec:secp256r1');
  const wrapped = wrapAtRest(pkcs8, masterKey.bytes, contextOf(downloadID));
  pkcs8.fill(0);
  return { wrapped, publicKeyPem };
}

/** Seals a package for the store: the format of documents, so that any range of it opens by itself. */
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
    crc32,
  }).stream;
}

/** A package as it lies in the store, and what its row says of it. */
export interface StoredPackage {
  readonly downloadID: string;
  readonly wrappedKey: Buffer;
  /** Bytes of its content. */
  readonly size: number;
  /** As large as the service made it. */
  readonly source: ByteSource;
}

/** The content of a package, each range checked as it is read. @throws where row and object do not belong together. */
export async function openPackage(
  masterKey: MasterKey,
  { downloadID, wrappedKey, size, source }: StoredPackage,
): Promise<ByteSource> {
  const pkcs8 = new Uint8Array(unwrapAtRest(wrappedKey, masterKey.bytes, contextOf(downloadID)));
  const key = await importLicenceKey('ec:secp256r1', pkcs8).finally(() => pkcs8.fill(0));
  // A header grows with its content, by segments: what is stored beside the content is all that it can be.
  const sealed = await readSealed(source, undefined, source.size - size);
  const [entry] = sealed?.manifest.encryptionInformation.keyAccess ?? [];
  if (!sealed || !entry) throw new Error('a package that is not sealed');
  const dataKey = await unwrapDataKey(entry, key);
  const keys = await importForOpening(dataKey).finally(() => dataKey.fill(0));
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
