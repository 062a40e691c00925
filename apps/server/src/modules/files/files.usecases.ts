import { randomUUID } from 'node:crypto';
import type { StoredFile } from '@sealflow/contract';
import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { sanitizeFileName } from '../../infra/files/file-name.rules.ts';
import { createHashingStream } from '../../infra/files/hashing-stream.util.ts';
import { readDocumentID } from './document-id.util.ts';
import * as repository from './files.repository.ts';
import { detectMediaType, headBytes, type MediaType } from './media-type.util.ts';
import {
  deleteIfOrphaned,
  markOrphaned,
  type ObjectsContext,
  storeObject,
} from './orphaned-objects.usecases.ts';
import { assertSameContent, findUpload, type KeyedUpload, uriOfUpload } from './upload-key.usecases.ts';
import { assertAllowedType, assertClean, requireQuota, type UploadRules } from './upload-rules.usecases.ts';

export interface FilesContext extends ObjectsContext {
  /** Rules for files that people upload; not set for files that the service creates. */
  rules?: UploadRules;
}

/** A member of a tenant who stores and reads files. */
export interface Person {
  tid: string;
  fid: string;
}

export interface FileContent {
  name: string;
  content: AsyncIterable<Uint8Array>;
  /** Idempotency key: a repeated upload with the same key is stored once. */
  uploadKey?: string | undefined;
}

/** A stored file with its internal facts. */
export interface FileFacts extends StoredFile {
  /** Whether it is a protected document. */
  encrypted: boolean;
  objectKey: string;
}

/**
 * Stores a person's file while it streams in. An interrupted or rejected upload leaves nothing behind.
 * @throws ServiceError of the upload rules; `work.idempotency_key_reused`.
 */
export async function storeFile(
  context: FilesContext,
  { tid, fid }: Person,
  { name, content, uploadKey }: FileContent,
): Promise<FileFacts> {
  const { db, objects, rules } = context;
  const upload = uploadKey === undefined ? null : { tid, fid, uploadKey };
  const existing = upload && (await findUpload(db, upload));
  if (existing) return toFileFacts(assertSameContent(existing, await sha256Of(content)));
  const remainingBytes = await requireQuota(db, rules, { tid, fid });
  const key = randomUUID();
  const inspected = inspectStream(content, {
    remainingBytes,
    onType: (type) => assertAllowedType(rules, type),
  });
  const stored = storeObject(
    context,
    { key, content: inspected.content },
    {
      check: async ({ size }) => {
        const { mimeType, encrypted } = await inspected.type();
        await assertClean(context, { tid, fid }, () => objects.read(key));
        const documentID = encrypted ? await readDocumentID(objects, { key, size }) : null;
        return { size, mimeType, encrypted, documentID };
      },
      reference: async (transaction, { size, mimeType, encrypted, documentID }) => {
        const sha256 = inspected.sha256();
        const inserted = await repository.insertFile(transaction, {
          uri: upload ? uriOfUpload(upload) : key,
          tid,
          owner_fid: fid,
          name: sanitizeFileName(name),
          size,
          mime_type: mimeType,
          encrypted,
          document_id: documentID,
          sha256,
          object_key: key,
        });
        if (!inserted) throw new ConcurrentUploadError(sha256);
        // Checked again with this file counted: a concurrent upload may have used the quota.
        await requireQuota(transaction, rules, { tid, fid });
        return inserted;
      },
    },
  );
  try {
    return toFileFacts(await stored);
  } catch (error) {
    if (!(error instanceof ConcurrentUploadError) || upload === null) throw error;
    return toFileFacts(assertSameContent(await requireRow(db, upload), error.sha256));
  }
}

/** Thrown by the later of two concurrent uploads with the same key; its object is deleted. */
class ConcurrentUploadError extends Error {
  readonly sha256: string;
  constructor(sha256: string) {
    super('file was stored concurrently under the same upload key');
    this.sha256 = sha256;
  }
}

async function sha256Of(content: AsyncIterable<Uint8Array>): Promise<string> {
  const read = createHashingStream(content);
  for await (const _ of read.content);
  return read.sha256();
}

/**
 * The file that a person uploaded under a key.
 * @throws ServiceError `file.file_does_not_exist`.
 */
export async function requireUpload(db: DatabaseHandle, upload: KeyedUpload): Promise<FileFacts> {
  return toFileFacts(await requireRow(db, upload));
}

async function requireRow(db: DatabaseHandle, upload: KeyedUpload): Promise<repository.FileRow> {
  const row = await findUpload(db, upload);
  if (!row) throw new ServiceError('file.file_does_not_exist');
  return row;
}

/** Passes content through while computing its digest, detecting its type and enforcing the quota. */
function inspectStream(
  content: AsyncIterable<Uint8Array>,
  { remainingBytes, onType }: { remainingBytes: number; onType: (type: MediaType) => void },
) {
  const hashed = createHashingStream(content);
  const head: Uint8Array[] = [];
  let type: Promise<MediaType> | undefined;
  const detectType = () => (type ??= detectMediaType(Buffer.concat(head)));
  const inspectedContent = async function* () {
    let bytesBefore = 0;
    for await (const chunk of hashed.content) {
      if (bytesBefore < headBytes) head.push(chunk.subarray(0, headBytes - bytesBefore));
      const size = hashed.size();
      bytesBefore = size;
      if (size > remainingBytes) throw new ServiceError('file.quota_exceeded');
      // The type is checked as soon as it is known, so that a rejected file is not transferred to its end.
      if (size >= headBytes && type === undefined) onType(await detectType());
      yield chunk;
    }
    onType(await detectType());
  };
  return { content: inspectedContent(), type: detectType, sha256: hashed.sha256 };
}

/**
 * A file that this person may read: their own, or one that is referenced by something they participate in.
 * @throws ServiceError `file.file_does_not_exist`, also if it exists but the person may not read it.
 */
export async function requireReadable(db: DatabaseHandle, person: Person, uri: string): Promise<FileFacts> {
  const row = await repository.selectReadableFile(db, { uri, ...personKeyOf(person) });
  if (!row) throw new ServiceError('file.file_does_not_exist');
  return toFileFacts(row);
}

/** The ids of the protected documents that the files are copies of. */
export function documentIDsIn(
  db: DatabaseHandle,
  files: { tid: string; uris: readonly string[] },
): Promise<string[]> {
  return repository.selectDocumentIDs(db, files);
}

/** @throws ServiceError `file.file_does_not_exist`, `file.in_use` while a flow references it. */
export async function deleteFile(context: ObjectsContext, person: Person, uri: string): Promise<void> {
  const key = await inTransaction(context.db, async (transaction) => {
    const [row] = await repository.lockOwnedFiles(transaction, { uris: [uri], ...personKeyOf(person) });
    if (!row) throw new ServiceError('file.file_does_not_exist');
    if (await repository.isReferenced(transaction, uri)) throw new ServiceError('file.in_use');
    await repository.deleteFile(transaction, uri);
    await markOrphaned(transaction, row.object_key);
    return row.object_key;
  });
  await deleteIfOrphaned(context, key);
}

/**
 * Whether the document's owner shared it with this person through a flow: participants read what the applicant
 * attached. A copy in another person's files shares nothing.
 */
export function isLent(
  db: DatabaseHandle,
  query: { tid: string; documentID: string; owner: string; fid: string },
): Promise<boolean> {
  return repository.isLent(db, query);
}

/** The longest use licence of a deputy, so that a device must ask again soon after the deputyship ended. */
const deputyLeaseMs = 24 * 3_600_000;

/**
 * Until when the document's owner shared it with this person as deputy of an absent assignee, in milliseconds since 1970. A period
 * that ends later, or has no end, is given as one day at a time.
 * @returns null if the person is no such deputy now.
 */
export async function lentToDeputyUntil(
  db: DatabaseHandle,
  { now, ...query }: { tid: string; documentID: string; owner: string; fid: string; now: number },
): Promise<number | null> {
  const until = await repository.selectLentToDeputyUntil(db, query);
  if (until === undefined) return null;
  return Math.min(until?.getTime() ?? Number.POSITIVE_INFINITY, now + deputyLeaseMs);
}

export function personKeyOf({ tid, fid }: Person): Person {
  return { tid, fid };
}

type StoredFileRow = Pick<
  repository.FileRow,
  'uri' | 'name' | 'size' | 'mime_type' | 'sha256' | 'created_at' | 'object_key'
>;

export function toFileFacts(row: repository.FileRow): FileFacts {
  return { ...toStoredFile(row), encrypted: row.encrypted };
}

/** Maps the columns that the tables of people's files and of release files have in common. */
export function toStoredFile(row: StoredFileRow): Omit<FileFacts, 'encrypted'> {
  return {
    uri: row.uri,
    name: row.name,
    size: row.size,
    mimeType: row.mime_type,
    sha256: row.sha256,
    createAt: row.created_at.getTime(),
    objectKey: row.object_key,
  };
}

/**
 * Inserts the file of a rendition, with the owner of the original, in whose storage it counts.
 * @returns its URI.
 * @throws ServiceError `file.file_does_not_exist` if the original was deleted meanwhile.
 */
export async function insertRenditionFile(
  transaction: DatabaseTransaction,
  original: { tid: string; uri: string },
  {
    key,
    name,
    mimeType,
    size,
    sha256,
  }: { key: string; name: string; mimeType: string; size: number; sha256: string },
): Promise<string> {
  const file = { uri: key, object_key: key, name, mime_type: mimeType, size, sha256 };
  if (!(await repository.insertCopy(transaction, original, file)))
    throw new ServiceError('file.file_does_not_exist');
  return key;
}
