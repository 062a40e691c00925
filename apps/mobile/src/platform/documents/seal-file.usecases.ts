import { keyAccessUrlOf } from '@sealflow/tdf/kas';
import { type ByteSource, licenceKeyIdOf, readSealed } from '@sealflow/tdf/reader';
import { seal } from '@sealflow/tdf/writer';
import type { FilesPort } from '../ports/files.port.ts';
import type { PickedFile } from '../ports/picker.port.ts';
import type { DocumentsContext } from './document.types.ts';
import { pickedSource, storedSource } from './file-sources.util.ts';
import { computeFileId } from './import-file.usecases.ts';
import { mediaTypeOf } from './media-type.rules.ts';
import type { SealedFile, SealProgress, SealRequest } from './sealing.types.ts';
import { withSealingPath } from './sealing-path.usecases.ts';

/** Chunks are collected to writes of this size, because every write costs a message to a worker. */
const writeBytes = 1024 * 1024;

/**
 * Whether a chosen file is already sealed (encrypted as TDF). An error of the check counts as sealed too: a file with a
 * damaged TDF header is no plain content, and a file that cannot be read cannot be sealed.
 */
export const isSealed = async (file: PickedFile): Promise<boolean> => {
  const sealedFile = await readSealed(pickedSource(file)).catch(() => 'unreadable');
  return sealedFile !== null;
};

/**
 * Encrypts a chosen file as TDF and streams the result into the account's folder. The original is only read. A failure
 * leaves no file behind. `tid` is the id of the tenant, `kid` the id of the public key to which the service's key
 * access server (`kas`) has the private key, `clID` the id of the classification (section 3 of the specification).
 * @throws ApiError; StorageError; the signal's reason; the error of reading the file.
 */
export async function sealFile(
  context: DocumentsContext,
  request: SealRequest,
  { onProgress, signal }: SealProgress,
): Promise<SealedFile> {
  const { tid, classificationID, file } = request;
  const { data: begunDocument } = await context.api.call(
    'POST /api/v1/tenants/{tid}/user-documents/actions/begin',
    {
      params: { tid },
      body: { classificationID },
      signal,
    },
  );
  const { documentID, platformUrl, kid, publicKeyPem, namespace, ownerOID, orgID, ticket } = begunDocument;
  const mimeType = mediaTypeOf(file.name);
  const files = await context.platform.files();
  return withSealingPath(context, documentID, async (path) => {
    const { stream, summary } = seal({
      kas: { url: keyAccessUrlOf(platformUrl), kid, publicKeyPem },
      policy: { uuid: documentID, namespace, owner: ownerOID, org: orgID, classification: classificationID },
      mimeType,
      name: file.name,
      content: withProgress(pickedSource(file), onProgress),
      releaseChunks: true,
      signal,
    });
    await write(files, path, stream);
    signal.throwIfAborted();
    const { manifestSha256, plainSize: size } = await summary;
    return {
      request,
      path,
      fileID: await computeFileId(await storedSource(files, path), signal),
      facts: { ticket, size, mimeType, manifestSha256 },
      record: { key: licenceKeyIdOf(kid), userOID: ownerOID, orgID, clID: classificationID },
    };
  });
}

function withProgress(source: ByteSource, onProgress: SealProgress['onProgress']): ByteSource {
  let readBytes = 0;
  return {
    size: source.size,
    async read(offset, length, signal) {
      const bytes = await source.read(offset, length, signal);
      readBytes += bytes.length;
      onProgress(readBytes, source.size);
      return bytes;
    },
  };
}

// Copies each chunk before it requests the next one, as `releaseChunks` requires.
async function write(files: FilesPort, path: string, stream: AsyncIterable<Uint8Array>): Promise<void> {
  await files.write(path, new Uint8Array());
  let bytes = new Uint8Array(writeBytes);
  let filled = 0;
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + writeBytes - filled);
      bytes.set(part, filled);
      at += part.length;
      filled += part.length;
      if (filled < writeBytes) continue;
      await files.appendChunk(path, bytes);
      bytes = new Uint8Array(writeBytes);
      filled = 0;
    }
  }
  if (filled > 0) await files.appendChunk(path, bytes.slice(0, filled));
}
