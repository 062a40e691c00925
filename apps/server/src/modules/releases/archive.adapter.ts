import type { ByteSource } from '@sealflow/tdf/reader';
import { Reader, ZipReader } from '@zip.js/zip.js';
import { objectSource } from '../../infra/objects/object-source.adapter.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';

/** Whether a stored object is a zip archive with such an entry. Only its directory is read. */
export async function hasEntry(
  objects: ObjectStore,
  { key, size }: { key: string; size: number },
  entry: string,
): Promise<boolean> {
  const archive = new ZipReader(new ObjectReader(objectSource(objects, { key, size })));
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

class ObjectReader extends Reader<undefined> {
  readonly #source: ByteSource;

  constructor(source: ByteSource) {
    super(undefined);
    this.#source = source;
    this.size = source.size;
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await this.#source.read(offset, length);
    } catch (cause) {
      throw new StoreReadError('the store failed', { cause });
    }
  }
}
