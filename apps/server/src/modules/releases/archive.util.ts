import type { ByteSource } from '@sealflow/tdf/reader';
import { ZipReader } from '@zip.js/zip.js';
import { SourceReader } from '../../infra/files/source-reader.adapter.ts';
import { createObjectSource } from '../../infra/objects/object-source.adapter.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';

/**
 * Whether a stored object is a zip archive with an entry. Only the central directory is read.
 * @throws the error of the object store where reading fails.
 */
export async function hasArchiveEntry(
  objects: ObjectStore,
  { key, size }: { key: string; size: number },
  entry: string,
): Promise<boolean> {
  const archive = new ZipReader(new SourceReader(markReadErrors(createObjectSource(objects, { key, size }))));
  try {
    for await (const { filename } of archive.getEntriesGenerator()) if (filename === entry) return true;
    return false;
  } catch (error) {
    if (error instanceof StoreReadError) throw error.cause;
    // Any other error of the library means that the archive is invalid.
    return false;
  } finally {
    await archive.close();
  }
}

/** Distinguishes a failure of the object store from an invalid archive. */
class StoreReadError extends Error {}

function markReadErrors(source: ByteSource): ByteSource {
  return {
    size: source.size,
    read: (...range) =>
      source.read(...range).catch((cause: unknown) => {
        throw new StoreReadError('object store read failed', { cause });
      }),
  };
}
