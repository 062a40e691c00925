import { parsePolicy } from '@sealflow/tdf';
import { type ByteSource, readSealed } from '@sealflow/tdf/reader';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What is read of a file at once: several times the header of the largest document that is stored. Parsing more would hold
 * up everyone for the sake of one upload.
 */
const headerLimit = 4 * 1024 * 1024;

/** The id in the policy of a stored protected document; null where its header cannot be read. */
export async function documentIn(
  objects: ObjectStore,
  { key, size }: { key: string; size: number },
): Promise<string | null> {
  try {
    const sealed = await readSealed(objectSource(objects, { key, size }));
    const id = sealed && parsePolicy(sealed.manifest.encryptionInformation.policy).uuid;
    return id && uuid.test(id) ? id.toLowerCase() : null;
  } catch {
    // A damaged document is kept as it came: it is a file like others, and opens nowhere.
    return null;
  }
}

function objectSource(objects: ObjectStore, { key, size }: { key: string; size: number }): ByteSource {
  return {
    size,
    read: async (offset, length) => {
      if (length > headerLimit) throw new RangeError('a header longer than any document has');
      const range = { start: offset, end: Math.min(size, offset + length) };
      if (range.end <= range.start) return new Uint8Array();
      const parts: Uint8Array[] = await (await objects.read(key, range)).toArray();
      return new Uint8Array(Buffer.concat(parts));
    },
  };
}
