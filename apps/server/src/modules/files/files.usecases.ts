import { createHash, randomUUID } from 'node:crypto';
import type { StoredFile } from '@sealflow/contract';
import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import { documentIn } from './document-id.adapter.ts';
import * as repository from './files.repository.ts';
import { headLength, mediaTypeOf } from './media-type.adapter.ts';

export interface FilesContext {
  db: DatabaseHandle;
  objects: ObjectStore;
}

/** A person of a tenant: whoever stores and reads files. */
export interface Person {
  tid: string;
  fid: string;
}

export interface FileContent {
  name: string;
  content: AsyncIterable<Uint8Array>;
}

/** What the service knows of a stored file. */
export interface FileFacts extends StoredFile {
  /** Whether it is a protected document. */
  encrypted: boolean;
  objectKey: string;
}

/** Stores a file of a person as it streams in; where it breaks off, nothing stays. */
export async function storeFile(
  { db, objects }: FilesContext,
  { tid, fid }: Person,
  { name, content }: FileContent,
): Promise<FileFacts> {
  const uri = randomUUID();
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let headSize = 0;
  const watched = async function* () {
    for await (const chunk of content) {
      hash.update(chunk);
      if (headSize < headLength) head.push(chunk.subarray(0, headLength - headSize));
      headSize += chunk.length;
      yield chunk;
    }
  };
  const { size } = await objects.put(uri, watched());
  try {
    const { mimeType, encrypted } = await mediaTypeOf(Buffer.concat(head));
    const documentID = encrypted ? await documentIn(objects, { key: uri, size }) : null;
    const row = await repository.insertFile(db, {
      uri,
      tid,
      owner_fid: fid,
      name: plainName(name),
      size,
      mime_type: mimeType,
      encrypted,
      document_id: documentID,
      sha256: hash.digest('hex'),
      object_key: uri,
    });
    return factsOf(row);
  } catch (error) {
    await objects.delete(uri);
    throw error;
  }
}

/**
 * A file that this person may read: an owner's own, or one that something holds which the person takes part in.
 * @throws ServiceError `file.file_does_not_exist`, also where it does, but is not for this person.
 */
export async function requireReadable(db: DatabaseHandle, person: Person, uri: string): Promise<FileFacts> {
  const row = await repository.selectReadable(db, { uri, ...pick(person) });
  if (!row) throw new ServiceError('file.file_does_not_exist');
  return factsOf(row);
}

/** @throws ServiceError `file.file_does_not_exist`, `file.in_use` while a flow holds it. */
export async function deleteFile({ db, objects }: FilesContext, person: Person, uri: string): Promise<void> {
  const key = await inTransaction(db, async (transaction) => {
    const [row] = await repository.lockOwned(transaction, { uris: [uri], ...pick(person) });
    if (!row) throw new ServiceError('file.file_does_not_exist');
    if (await repository.isHeld(transaction, uri)) throw new ServiceError('file.in_use');
    await repository.deleteFile(transaction, uri);
    return row.object_key;
  });
  // An object without a row is read by nobody; a row without its object would be a file that cannot be opened.
  await objects.delete(key);
}

/**
 * Takes files of their owner into something (a flow), in the order asked; from now on they are not deleted.
 * @param holder - what holds them, such as a flow's id.
 * @throws ServiceError `file.file_does_not_exist` where one is not the owner's.
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

/** Lets people of the tenant read the files that something holds. */
export async function grantRead(
  db: DatabaseHandle,
  { uris, fids, holder }: { uris: readonly string[]; fids: readonly string[]; holder: string },
): Promise<void> {
  const rows = uris.flatMap((uri) => fids.map((fid) => ({ uri, fid, holder })));
  if (rows.length > 0) await repository.insertAccess(db, rows);
}

/**
 * Whether a document's owner handed it, in something that holds it, to this person: who takes part in a flow reads what
 * its applicant attached. A copy in anybody else's hands lends nothing.
 */
export function isLent(
  db: DatabaseHandle,
  loan: { tid: string; documentID: string; owner: string; fid: string },
): Promise<boolean> {
  return repository.isLent(db, loan);
}

/**
 * The last part of a path without control characters, those of writing direction too, which make `fdp.exe` look like
 * `exe.pdf`: a name is shown and becomes a file on other machines.
 */
function plainName(name: string): string {
  const last =
    name
      .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
      .split(/[/\\]/)
      .at(-1)
      ?.trim() ?? '';
  return Array.from(last).slice(0, 200).join('') || 'file';
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
