import { randomUUID } from 'node:crypto';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { sanitizeFileName } from '../../infra/files/file-name.rules.ts';
import { createHashingStream } from '../../infra/files/hashing-stream.util.ts';
import type { Operator } from '../../infra/http/access.port.ts';
import type { StoredBytes } from '../../infra/http/stored-bytes.util.ts';
import type { UploadedFile } from '../../infra/http/upload.util.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { toStoredFile } from '../files/files.usecases.ts';
import {
  deleteIfOrphaned,
  markOrphaned,
  type ObjectsContext,
  storeObject,
} from '../files/orphaned-objects.usecases.ts';
import { deleteUnpublishedFileRows, insertFile, selectPublicFile } from './releases.repository.ts';

export type ReleaseFile = StoredBytes & { uri: string };

const mimeTypes: Readonly<Record<string, string>> = {
  apk: 'application/vnd.android.package-archive',
  zip: 'application/zip',
};

/** Stores a file for a later publication. It cannot be downloaded before. */
export async function storeReleaseFile(
  context: ObjectsContext,
  { operatorID }: Operator,
  { file: { name, content }, at }: { file: UploadedFile; at: Date },
): Promise<ReleaseFile> {
  const uri = randomUUID();
  const hashed = createHashingStream(content);
  const row = await storeObject(
    context,
    { key: uri, content: hashed.content },
    {
      check: async ({ size }) => size,
      reference: async (transaction, size) => {
        const plainFileName = sanitizeFileName(name);
        const extension = plainFileName.split('.').at(-1)?.toLowerCase() ?? '';
        const sha256 = hashed.sha256();
        const actor = { kind: 'operator', tid: null, operatorID } as const;
        await recordAct(
          { handle: transaction, actor, at },
          { act: 'release.file_stored', subject: uri, sha256 },
        );
        return insertFile(transaction, {
          uri,
          name: plainFileName,
          size,
          mime_type: mimeTypes[extension] ?? 'application/octet-stream',
          sha256,
          object_key: uri,
        });
      },
    },
  );
  return toStoredFile(row);
}

/**
 * A file of a published release, which can be downloaded without authentication.
 * @throws ServiceError `file.file_does_not_exist`, also where its release was withdrawn.
 */
export async function requirePublicFile(db: DatabaseHandle, uri: string): Promise<ReleaseFile> {
  const row = await selectPublicFile(db, uri);
  if (!row) throw new ServiceError('file.file_does_not_exist');
  return toStoredFile(row);
}

/** Deletes files that were stored more than a day ago and never published. */
export async function deleteUnpublishedFiles(context: ObjectsContext): Promise<void> {
  const keys = await inTransaction(context.db, async (transaction) => {
    const objectKeys = await deleteUnpublishedFileRows(transaction);
    for (const key of objectKeys) await markOrphaned(transaction, key);
    return objectKeys;
  });
  for (const key of keys) await deleteIfOrphaned(context, key);
}
