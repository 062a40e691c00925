import { randomUUID } from 'node:crypto';
import type { StoredFile } from '@sealflow/contract';
import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { digested } from '../../infra/files/digested.adapter.ts';
import { plainName } from '../../infra/files/plain-name.adapter.ts';
import { documentIn } from './document-id.adapter.ts';
import * as repository from './files.repository.ts';
import { dropObject, keepObject, letGo, type ObjectsContext } from './loose-objects.usecases.ts';
import { headLength, type MediaType, mediaTypeOf } from './media-type.adapter.ts';
import { demandSame, findUpload, type KeyedUpload, uriOfUpload } from './upload-key.usecases.ts';
import { demandClean, demandRoom, demandType, type UploadRules } from './upload-rules.usecases.ts';

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
  const known = upload && (await findUpload(db, upload));
  if (known) return factsOf(demandSame(known, await digestOf(content)));
  const room = await demandRoom(db, rules, { tid, fid });
  const key = randomUUID();
  const watched = watch(content, { room, onType: (type) => demandType(rules, type) });
  const kept = keepObject(
    context,
    { key, content: watched.content },
    {
      check: async ({ size }) => {
        const { mimeType, encrypted } = await watched.type();
        await demandClean(context, { tid, fid }, () => objects.read(key));
        const documentID = encrypted ? await documentIn(objects, { key, size }) : null;
        return { size, mimeType, encrypted, documentID };
      },
      name: async (transaction, { size, mimeType, encrypted, documentID }) => {
        const sha256 = watched.sha256();
        const inserted = await repository.insertFile(transaction, {
          uri: upload ? uriOfUpload(upload) : key,
          tid,
          owner_fid: fid,
          name: plainName(name),
          size,
          mime_type: mimeType,
          encrypted,
          document_id: documentID,
          sha256,
          object_key: key,
        });
        if (!inserted) throw new StoredMeanwhile(sha256);
        // Checked again with this file counted: a concurrent upload may have used the quota.
        await demandRoom(transaction, rules, { tid, fid });
        return inserted;
      },
    },
  );
  try {
    return factsOf(await kept);
  } catch (error) {
    if (!(error instanceof StoredMeanwhile) || upload === null) throw error;
    return factsOf(demandSame(await requireRow(db, upload), error.sha256));
  }
}

/** Thrown by the later of two concurrent uploads with the same key; its object is deleted. */
class StoredMeanwhile extends Error {
  readonly sha256: string;
  constructor(sha256: string) {
    super('file was stored concurrently under the same upload key');
    this.sha256 = sha256;
  }
}

async function digestOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const read = digested(content);
  for await (const _ of read.content);
  return read.sha256();
}

/**
 * The file that a person uploaded under a key.
 * @throws ServiceError `file.file_does_not_exist`.
 */
export async function requireUpload(db: DatabaseHandle, upload: KeyedUpload): Promise<FileFacts> {
  return factsOf(await requireRow(db, upload));
}

async function requireRow(db: DatabaseHandle, upload: KeyedUpload): Promise<repository.FileRow> {
  const row = await findUpload(db, upload);
  if (!row) throw new ServiceError('file.file_does_not_exist');
  return row;
}

/** Passes content through while computing its digest, detecting its type and enforcing the quota. */
function watch(
  content: AsyncIterable<Uint8Array>,
  { room, onType }: { room: number; onType: (type: MediaType) => void },
) {
  const sent = digested(content);
  const head: Uint8Array[] = [];
  let type: Promise<MediaType> | undefined;
  const typeOf = () => (type ??= mediaTypeOf(Buffer.concat(head)));
  const passed = async function* () {
    let before = 0;
    for await (const chunk of sent.content) {
      if (before < headLength) head.push(chunk.subarray(0, headLength - before));
      const size = sent.size();
      before = size;
      if (size > room) throw new ServiceError('file.quota_exceeded');
      // The type is checked as soon as it is known, so that a rejected file is not transferred to its end.
      if (size >= headLength && type === undefined) onType(await typeOf());
      yield chunk;
    }
    onType(await typeOf());
  };
  return { content: passed(), type: typeOf, sha256: sent.sha256 };
}

/**
 * A file that this person may read: their own, or one that is referenced by something they participate in.
 * @throws ServiceError `file.file_does_not_exist`, also if it exists but the person may not read it.
 */
export async function requireReadable(db: DatabaseHandle, person: Person, uri: string): Promise<FileFacts> {
  const row = await repository.selectReadable(db, { uri, ...pick(person) });
  if (!row) throw new ServiceError('file.file_does_not_exist');
  return factsOf(row);
}

/** The ids of the protected documents that the files are copies of. */
export function documentsIn(
  db: DatabaseHandle,
  files: { tid: string; uris: readonly string[] },
): Promise<string[]> {
  return repository.selectDocumentIDs(db, files);
}

/** @throws ServiceError `file.file_does_not_exist`, `file.in_use` while a flow references it. */
export async function deleteFile(context: ObjectsContext, person: Person, uri: string): Promise<void> {
  const key = await inTransaction(context.db, async (transaction) => {
    const [row] = await repository.lockOwned(transaction, { uris: [uri], ...pick(person) });
    if (!row) throw new ServiceError('file.file_does_not_exist');
    if (await repository.isHeld(transaction, uri)) throw new ServiceError('file.in_use');
    await repository.deleteFile(transaction, uri);
    await letGo(transaction, row.object_key);
    return row.object_key;
  });
  await dropObject(context, key);
}

/**
 * References files of their owner from something (a flow), in the given order. Referenced files cannot be deleted.
 * @param holder - what references them, such as a flow's id.
 * @throws ServiceError `file.file_does_not_exist` if one does not belong to the owner.
 */
export async function holdFiles(
  db: DatabaseTransaction,
  owner: Person,
  { uris, holder }: { uris: readonly string[]; holder: string },
): Promise<FileFacts[]> {
  if (uris.length === 0) return [];
  const rows = new Map(
    (await repository.lockOwned(db, { uris, ...pick(owner) })).map((row) => [row.uri, factsOf(row)]),
  );
  const files = uris.map((uri) => rows.get(uri));
  if (!files.every((file) => file !== undefined)) throw new ServiceError('file.file_does_not_exist');
  await grantRead(db, { uris, fids: [owner.fid], holder });
  return files;
}

/** Grants people of the tenant read access to the files that `holder` references. */
export async function grantRead(
  db: DatabaseHandle,
  { uris, fids, holder }: { uris: readonly string[]; fids: readonly string[]; holder: string },
): Promise<void> {
  const rows = uris.flatMap((uri) => fids.map((fid) => ({ uri, fid, holder })));
  if (rows.length > 0) await repository.insertAccess(db, rows);
}

/**
 * Whether the document's owner shared it with this person through a flow: participants read what the applicant
 * attached. A copy in another person's files shares nothing.
 */
export function isLent(
  db: DatabaseHandle,
  loan: { tid: string; documentID: string; owner: string; fid: string },
): Promise<boolean> {
  return repository.isLent(db, loan);
}

function pick({ tid, fid }: Person): Person {
  return { tid, fid };
}

function factsOf(row: repository.FileRow): FileFacts {
  return {
    uri: row.uri,
    name: row.name,
    size: row.size,
    mimeType: row.mime_type,
    sha256: row.sha256,
    createAt: row.created_at.getTime(),
    encrypted: row.encrypted,
    objectKey: row.object_key,
  };
}
