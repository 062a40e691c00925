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

/** Buffer size of writes: every write is a message to a worker. */
const writeBytes = 1024 * 1024;

/**
 * Whether a chosen file is already protected.
 * @throws the error of reading it.
 */
export const isSealed = async (file: PickedFile): Promise<boolean> => {
  const sealed = readSealed(pickedSource(file));
  // A damaged header counts as sealed.
  return (await sealed.catch(() => true)) !== null;
};

/**
 * Seals a chosen file as a stream into the account's folder; the original is only read. A failure leaves no file
 * behind.
 * @throws ApiError; StorageError; the signal's reason; the error of reading the file.
 */
export async function sealFile(
  context: DocumentsContext,
  request: SealRequest,
  { onProgress, signal }: SealProgress,
): Promise<SealedFile> {
  const { tid, classificationID, file } = request;
  const { data: begun } = await context.api.call('POST /api/v1/tenants/{tid}/user-documents/actions/begin', {
    params: { tid },
    body: { classificationID },
    signal,
  });
  const { documentID, platformUrl, kid, publicKeyPem, namespace, ownerOID, orgID, ticket } = begun;
  const mimeType = mediaTypeOf(file.name);
  const files = await context.platform.files();
  return withSealingPath(context, documentID, async (path) => {
    const { stream, summary } = seal({
      kas: { url: keyAccessUrlOf(platformUrl), kid, publicKeyPem },
      policy: { uuid: documentID, namespace, owner: ownerOID, org: orgID, classification: classificationID },
      mimeType,
      name: file.name,
      content: withProgress(pickedSource(file), onProgress),
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
  let done = 0;
  return {
    size: source.size,
    async read(offset, length, signal) {
      const bytes = await source.read(offset, length, signal);
      done += bytes.length;
      onProgress(done, source.size);
      return bytes;
    },
  };
}

async function write(files: FilesPort, path: string, stream: AsyncIterable<Uint8Array>): Promise<void> {
  await files.write(path, new Uint8Array());
  let buffered: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    if (size === 0) return;
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const part of buffered) {
      bytes.set(part, at);
      at += part.length;
    }
    buffered = [];
    size = 0;
    await files.appendChunk(path, bytes);
  };
  for await (const part of stream) {
    buffered.push(part);
    size += part.length;
    if (size >= writeBytes) await flush();
  }
  await flush();
}
