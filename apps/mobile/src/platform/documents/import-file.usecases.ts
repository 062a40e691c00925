import type { ByteSource, DocumentFacts } from '@sealflow/tdf/reader';
import { localDatabase } from '../database/local-database.compose.ts';
import type { FilesPort } from '../ports/files.port.ts';
import type { PickedFile } from '../ports/picker.port.ts';
import { type DocumentsContext, storedPath } from './document.types.ts';
import { factsFor, tenantOf } from './file-facts.usecases.ts';
import { withFilesAddLock } from './file-lock.util.ts';
import { deviceFileColumns } from './file-record.rules.ts';
import { pickedSource } from './file-sources.util.ts';
import { recentFilesOf } from './recent-files.repository.ts';

const chunkBytes = 1024 * 1024;
const endBytes = 64 * 1024;

export type ImportOptions = {
  /** Integer percent. */
  readonly onProgress?: (percent: number) => void;
  readonly signal?: AbortSignal;
  /** Rejects a damaged protected file. By default it gets a record, and opening it reports the damage. */
  readonly rejectsDamaged?: boolean;
  /** Called if the account already has the file on this device. */
  readonly onKnown?: () => void;
};

/**
 * The first half of 'file open' (specification section 4): copies a chosen file unchanged into the account's folder,
 * reads its facts and creates its record, or updates that of the same file.
 * @returns the record's `fileID`.
 * @throws StorageError; the signal's reason; with `rejectsDamaged` a TdfError; the error of reading the file.
 */
export async function importFile(
  context: DocumentsContext,
  file: PickedFile,
  options: ImportOptions = {},
): Promise<string> {
  const source = pickedSource(file);
  const readFacts = factsFor(context, source, options.signal);
  // A damaged protected file gets a record too; opening it reports the damage.
  const facts = options.rejectsDamaged === true ? await readFacts : await readFacts.catch(() => null);
  const files = await context.platform.files();
  const fileID = await computeFileId(source, options.signal);
  const path = storedPath(context.accountID, fileID);
  // An existing file may belong to a record that is being deleted.
  return withFilesAddLock(
    context.accountID,
    async () => {
      const stored = await files.stat(path);
      if (stored?.size !== source.size) await copy(files, { source, path }, options);
      const isKnown = await saveRecord(context, { file, fileID, facts });
      if (isKnown) options.onKnown?.();
      return fileID;
    },
    options.signal,
  );
}

/** A file opened twice is one record: size and both ends identify it, without reading all of it. */
export async function computeFileId(source: ByteSource, signal?: AbortSignal): Promise<string> {
  const ends = await Promise.all([
    source.read(0, Math.min(endBytes, source.size), signal),
    source.read(Math.max(0, source.size - endBytes), Math.min(endBytes, source.size), signal),
  ]);
  const size = new TextEncoder().encode(String(source.size));
  const digest = await crypto.subtle.digest('SHA-256', await new Blob([size, ...ends]).arrayBuffer());
  return Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function copy(
  files: FilesPort,
  { source, path }: { readonly source: ByteSource; readonly path: string },
  { onProgress, signal }: ImportOptions,
): Promise<void> {
  // Under another name until it is complete, so that the path never has half a file.
  const partPath = `${path}.part`;
  try {
    await files.write(partPath, new Uint8Array());
    for (let offset = 0; offset < source.size; offset += chunkBytes) {
      await files.appendChunk(
        partPath,
        await source.read(offset, Math.min(chunkBytes, source.size - offset), signal),
      );
      onProgress?.(Math.floor((100 * Math.min(offset + chunkBytes, source.size)) / source.size));
    }
    await files.move(partPath, path);
  } catch (error) {
    await files.remove(partPath);
    throw error;
  }
}

type ImportedFile = {
  readonly file: PickedFile;
  readonly fileID: string;
  readonly facts: DocumentFacts | null;
};

/** @returns whether the account had the record before. */
async function saveRecord(
  context: DocumentsContext,
  { file, fileID, facts }: ImportedFile,
): Promise<boolean> {
  const tenant = tenantOf(context.tenants, facts?.key ?? null);
  const records = recentFilesOf(await localDatabase(context.platform), context.accountID);
  const isKnown = (await records.find(fileID)) !== null;
  await records.upsert(
    {
      ...deviceFileColumns(fileID, file.name),
      createAt: context.platform.clock.now(),
      encrypted: facts?.encrypted === false ? 0 : 1,
      key: facts?.key ?? null,
      userOID: facts?.userOID ?? null,
      orgID: facts?.orgID ?? null,
      clID: facts?.clID ?? null,
      tid: tenant?.id ?? null,
      tname: tenant?.name ?? null,
      fileSize: file.size,
      mimeType: facts?.mimeType ?? null,
    },
    'recent',
  );
  return isKnown;
}
