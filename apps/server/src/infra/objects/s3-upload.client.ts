import { StoreError } from './objects.errors.ts';
import { elementText, type S3Client, toStoreError } from './s3.client.ts';

/** Size of all parts but the last. S3 requires at least 5 MiB and accepts up to 10,000 parts. */
export const partBytes = 8 * 1024 * 1024;
const maxParts = 10_000;

/**
 * Uploads content of unknown length with one part in memory at a time: short content by one request, longer content by a
 * multipart upload, which is aborted if the content fails.
 */
export async function uploadObject(
  client: S3Client,
  key: string,
  content: AsyncIterable<Uint8Array>,
): Promise<{ size: number }> {
  const parts = splitIntoParts(content);
  const { value: first = new Uint8Array(), done } = await parts.next();
  // A part below the full size is the last.
  if (done === true || first.length < partBytes) {
    await assertOk(client, client.send({ method: 'PUT', key, body: first }));
    return { size: first.length };
  }
  const uploadID = await createMultipartUpload(client, key);
  try {
    return await uploadParts(client, { key, uploadID, first, rest: parts });
  } catch (error) {
    // If the abort fails too, `abortStaleUploads` finds the upload by its age.
    await abortUpload(client, { key, uploadID }).catch(() => {});
    throw error;
  }
}

interface Upload {
  key: string;
  uploadID: string;
}

async function createMultipartUpload(client: S3Client, key: string): Promise<string> {
  const response = await assertOk(client, client.send({ method: 'POST', key, query: { uploads: '' } }));
  const uploadID = elementText(await response.text(), 'UploadId');
  if (uploadID === undefined) throw new StoreError('S3_URL: object store rejected CreateMultipartUpload');
  return uploadID;
}

async function uploadParts(
  client: S3Client,
  { key, uploadID, first, rest }: Upload & { first: Uint8Array; rest: AsyncIterable<Uint8Array> },
): Promise<{ size: number }> {
  const tags: string[] = [];
  let size = 0;
  const put = async (body: Uint8Array) => {
    if (tags.length === maxParts) throw new StoreError('S3_URL: object exceeds the maximum of 10,000 parts');
    const query = { partNumber: String(tags.length + 1), uploadId: uploadID };
    const response = await assertOk(client, client.send({ method: 'PUT', key, query, body }));
    await response.body?.cancel();
    tags.push(response.headers.get('etag') ?? '');
    size += body.length;
  };
  await put(first);
  for await (const part of rest) await put(part);
  await completeMultipartUpload(client, { key, uploadID, tags, size });
  return { size };
}

async function completeMultipartUpload(
  client: S3Client,
  { key, uploadID, tags, size }: Upload & { tags: readonly string[]; size: number },
): Promise<void> {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
  );
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const response = await client.send({ method: 'POST', key, query: { uploadId: uploadID }, body });
  const text = await response.text();
  // S3 sends the status 200 before it joins the parts, so that the body may still contain an error.
  const failure = response.ok
    ? elementText(text, 'Code')
    : (elementText(text, 'Code') ?? `HTTP ${response.status}`);
  if (failure === undefined) return;
  // A retry after a lost answer finds no upload, because the first request has completed it.
  if (failure === 'NoSuchUpload' && (await findObjectSize(client, key)) === size) return;
  throw new StoreError(`S3_URL: object store rejected CompleteMultipartUpload (${failure})`);
}

/** The size of an object in bytes; undefined if there is none. */
export async function findObjectSize(client: S3Client, key: string): Promise<number | undefined> {
  const response = await client.send({ method: 'HEAD', key });
  if (response.status === 404) return undefined;
  if (!response.ok) throw await toStoreError(response, client);
  return Number(response.headers.get('content-length'));
}

/** Aborts every multipart upload older than `maxAgeMs`, by the clock of the store. */
export async function abortStaleUploads(client: S3Client, maxAgeMs: number): Promise<void> {
  const markers: Record<string, string> = {};
  for (;;) {
    const query = { uploads: '', ...markers };
    const response = await assertOk(client, client.send({ method: 'GET', query }));
    const now = Date.parse(response.headers.get('date') ?? '');
    const xml = await response.text();
    for (const [one] of xml.matchAll(/<Upload>.*?<\/Upload>/gs)) {
      const [key, uploadID, initiatedAt] = ['Key', 'UploadId', 'Initiated'].map((name) =>
        elementText(one, name),
      );
      const isOld = now - Date.parse(initiatedAt ?? '') > maxAgeMs;
      if (isOld && key !== undefined && uploadID !== undefined) await abortUpload(client, { key, uploadID });
    }
    const [nextKey, nextID] = ['NextKeyMarker', 'NextUploadIdMarker'].map((name) => elementText(xml, name));
    if (elementText(xml, 'IsTruncated') !== 'true' || nextKey === undefined) return;
    Object.assign(markers, { 'key-marker': nextKey, 'upload-id-marker': nextID ?? '' });
  }
}

async function abortUpload(client: S3Client, { key, uploadID }: Upload): Promise<void> {
  const response = await client.send({ method: 'DELETE', key, query: { uploadId: uploadID } });
  await response.body?.cancel();
  if (!response.ok && response.status !== 404) throw await toStoreError(response, client);
}

/** Resolves to a successful response. @throws StoreError for any other status. */
export async function assertOk(client: S3Client, pending: Promise<Response>): Promise<Response> {
  const response = await pending;
  if (!response.ok) throw await toStoreError(response, client);
  return response;
}

/** Splits content into parts of equal size; the last may be shorter. */
async function* splitIntoParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let part = Buffer.allocUnsafe(partBytes);
  let filled = 0;
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length; ) {
      const length = Math.min(chunk.length - at, partBytes - filled);
      part.set(chunk.subarray(at, at + length), filled);
      [at, filled] = [at + length, filled + length];
      if (filled < partBytes) continue;
      yield part;
      // The previous buffer may still be in transit.
      part = Buffer.allocUnsafe(partBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
  return undefined;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
