import type { ByteSource } from '@sealflow/tdf/reader';
import { ZipReader } from '@zip.js/zip.js';
import { SourceReader } from '../../infra/files/source-reader.adapter.ts';
import { objectSource } from '../../infra/objects/object-source.adapter.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';

/** Whether a stored object is a zip archive with such an entry. Only its directory is read. */
export async function hasEntry(
  objects: ObjectStore,
  { key, size }: { key: string; size: number },
  entry: string,
): Promise<boolean> {
  const archive = new ZipReader(new SourceReader(telling(objectSource(objects, { key, size }))));
  try {
    for await (const { filename } of archive.getEntriesGenerator()) if (filename === entry) return true;
    return false;
  } catch (error) {
    if (error instanceof StoreReadError) throw error.cause;
    // Whatever the library says: it is no archive that others would open.
    return false;
  } finally {
    await archive.close();
  }
}

/** Tells a store that fails from an archive that is none. */
class StoreReadError extends Error {}

function telling(source: ByteSource): ByteSource {
  return {
    size: source.size,
    read: (...asked) =>
      source.read(...asked).catch((cause: unknown) => {
        throw new StoreReadError('the store failed', { cause });
      }),
  };
}
