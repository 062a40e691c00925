import { parsePolicy } from '@sealflow/tdf';
import { type ByteSource, readSealed } from '@sealflow/tdf/reader';
import { maxHeaderBytes } from '../../infra/files/header-limit.rules.ts';
import { createObjectSource } from '../../infra/objects/object-source.adapter.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id in the policy of a stored protected document; null if its header is not readable. */
export async function readDocumentID(
  objects: ObjectStore,
  { key, size }: { key: string; size: number },
): Promise<string | null> {
  try {
    const sealed = await readSealed(withReadLimit(createObjectSource(objects, { key, size })));
    const id = sealed && parsePolicy(sealed.manifest.encryptionInformation.policy).uuid;
    return id && uuidPattern.test(id) ? id.toLowerCase() : null;
  } catch {
    // A damaged document is stored as received: it is a file like any other, and nothing opens it.
    return null;
  }
}

/** A source that rejects reads longer than any valid header. */
function withReadLimit(source: ByteSource): ByteSource {
  return {
    size: source.size,
    read: async (offset, length, signal) => {
      if (length > maxHeaderBytes) throw new RangeError('manifest exceeds the header limit');
      return source.read(offset, length, signal);
    },
  };
}
