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
import { demandClean, demandRoom, demandType, type UploadRules } from './upload-rules.usecases.ts';

export interface FilesContext extends ObjectsContext {
  /** What holds for files that people send; what the service makes itself is kept without. */
  rules?: UploadRules;
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

/**
 * Stores a file of a person as it streams in; where it breaks off or is refused, nothing stays.
 * @throws ServiceError as the rules of the context have it.
 */
export async function storeFile(
  context: FilesContext,
  { tid, fid }: Person,
  { name, content }: FileContent,
): Promise<FileFacts> {
  const { db, objects, rules } = context;
  const room = await demandRoom(db, rules, { tid, fid });
  const uri = randomUUID();
  const watched = watch(content, { room, onType: (type) => demandType(rules, type) });
  const row = await keepObject(
    context,
    { key: uri, content: watched.content },
    {
      check: async ({ size }) => {
        const { mimeType, encrypted } = await watched.type();
        await demandClean(context, { tid, fid }, () => objects.read(uri));
        const documentID = encrypted ? await documentIn(objects, { key: uri, size }) : null;
        return { size, mimeType, encrypted, documentID };
      },
      name: async (transaction, { size, mimeType, encrypted, documentID }) => {
        const inserted = await repository.insertFile(transaction, {
          uri,
          tid,
          owner_fid: fid,
          name: plainName(name),
          size,
          mime_type: mimeType,
          encrypted,
          document_id: documentID,
          sha256: watched.sha256(),
          object_key: uri,
        });
        // Asked again with the file counted in: of two that were sent at once, one may have taken the room.
        await demandRoom(transaction, rules, { tid, fid });
        return inserted;
      },
    },
  );
  return factsOf(row);
}

/** Passes content on while looking at it: its digest, its type, and whether there is room for it. */
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
      // Told before the rest is taken in: nobody waits for gigabytes that are refused.
      if (size >= headLength && type === undefined) onType(await typeOf());
      yield chunk;
    }
    onType(await typeOf());
  };
  return { content: passed(), type: typeOf, sha256: sent.sha256 };
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

/** The protected documents that stored files are copies of. */
export function documentsIn(
  db: DatabaseHandle,
  files: { tid: string; uris: readonly string[] },
): Promise<string[]> {
  return repository.selectDocumentIDs(db, files);
}

/** @throws ServiceError `file.file_does_not_exist`, `file.in_use` while a flow holds it. */
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
