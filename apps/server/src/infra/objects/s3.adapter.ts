import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { assertObjectKey, assertRange } from './object-key.rules.ts';
import { ObjectMissingError, StoreError } from './objects.errors.ts';
import { abandonedAfterMs, type ByteRange, type ObjectStore } from './objects.port.ts';
import { createS3Client, type S3Client, type S3Options, toStoreError } from './s3.client.ts';
import { abortStaleUploads, assertOk, findObjectSize, uploadObject } from './s3-upload.client.ts';

/** Key prefix of the objects that test the store at start. */
const probeKeyPrefix = 'start-check-';

/**
 * Opens a store of objects in an S3 bucket.
 * @throws StoreError if the access key may not list, write and delete there.
 */
export async function openS3Store(options: S3Options): Promise<ObjectStore> {
  const client = createS3Client(options);
  await check(client);
  await assertWritable(client);
  return {
    put: (key, content) => uploadObject(client, assertObjectKey(key), content),
    read: (key, range) => read(client, assertObjectKey(key), range),
    size: (key) => findObjectSize(client, assertObjectKey(key)),
    delete: (key) => deleteObject(client, assertObjectKey(key)),
    check: () => check(client, { timeoutMs: 5000 }),
    deleteAbandoned: () => abortStaleUploads(client, abandonedAfterMs),
  };
}

async function read(client: S3Client, key: string, range?: ByteRange): Promise<Readable> {
  assertRange(range);
  const headers = range ? { range: `bytes=${range.start}-${range.end - 1}` } : {};
  const response = await client.send({ method: 'GET', key, headers });
  if (response.status === 404) {
    const error = await toStoreError(response, client);
    throw error.message.startsWith('S3_BUCKET') ? error : new ObjectMissingError(key);
  }
  if (response.status !== (range ? 206 : 200)) throw await toStoreError(response, client);
  return response.body ? Readable.fromWeb(response.body as ReadableStream) : Readable.from([]);
}

async function deleteObject(client: S3Client, key: string): Promise<void> {
  const response = await client.send({ method: 'DELETE', key });
  await response.body?.cancel();
  if (!response.ok && response.status !== 404) throw await toStoreError(response, client);
}

/** Checks access by a list request: an error response to HEAD has no body and therefore no error code. */
async function check(client: S3Client, options: { timeoutMs?: number } = {}): Promise<void> {
  const query = { 'list-type': '2', 'max-keys': '1', prefix: probeKeyPrefix };
  const response = await assertOk(client, client.send({ method: 'GET', query, ...options }));
  await response.body?.cancel();
}

/** Checks write access at start, so that a read-only store does not fail at the first upload. */
async function assertWritable(client: S3Client): Promise<void> {
  const key = `${probeKeyPrefix}${randomUUID()}`;
  const { size } = await uploadObject(client, key, Readable.from([Buffer.from('sealflow')]));
  if ((await findObjectSize(client, key)) !== size)
    throw new StoreError('S3_URL: the test object is missing right after its upload');
  await deleteObject(client, key);
}
