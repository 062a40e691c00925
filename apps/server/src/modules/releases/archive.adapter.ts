import { Reader, ZipReader } from '@zip.js/zip.js';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';

/** Whether a stored object is a zip archive with such an entry. Only its directory is read. */
export async function hasEntry(
  objects: ObjectStore,
  { key, size }: { key: string; size: number },
  entry: string,
): Promise<boolean> {
  const archive = new ZipReader(new ObjectReader(objects, key, size));
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
  readonly #objects: ObjectStore;
  readonly #key: string;

  constructor(objects: ObjectStore, key: string, size: number) {
    super(undefined);
    this.#objects = objects;
    this.#key = key;
    this.size = size;
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const end = Math.min(this.size, offset + length);
    if (end <= offset) return new Uint8Array();
    try {
      const parts: Uint8Array[] = await (
        await this.#objects.read(this.#key, { start: offset, end })
      ).toArray();
      return new Uint8Array(Buffer.concat(parts));
    } catch (cause) {
      throw new StoreReadError('the store failed', { cause });
    }
  }
}
