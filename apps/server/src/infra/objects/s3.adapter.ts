import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { StoreError } from './objects.errors.ts';
import {
  type ByteRange,
  checkedKey,
  checkedRange,
  ObjectMissingError,
  type ObjectStore,
} from './objects.port.ts';
import { refusalOf, type S3Client, type S3Options, s3Client } from './s3-client.adapter.ts';
import { abortUploads, sizeOf, succeed, upload } from './s3-upload.adapter.ts';

/** Key prefix of the objects that test the store at start. */
const tried = 'start-check-';
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Opens a store of objects in an S3 bucket.
 * @throws StoreError if the access key may not list, write and delete there.
 */
export async function openS3Store(options: S3Options): Promise<ObjectStore> {
  const client = s3Client(options);
  await check(client);
  await tryWriting(client);
  return {
    put: (key, content) => upload(client, checkedKey(key), content),
    read: (key, range) => read(client, checkedKey(key), range),
    size: (key) => sizeOf(client, checkedKey(key)),
    delete: (key) => remove(client, checkedKey(key)),
    check: () => check(client, { withinMs: 5000 }),
    clearAbandoned: () => abortUploads(client, dayMs),
  };
}

async function read(client: S3Client, key: string, range?: ByteRange): Promise<Readable> {
  checkedRange(range);
  const headers = range ? { range: `bytes=${range.start}-${range.end - 1}` } : {};
  const response = await client.ask({ method: 'GET', key, headers });
  if (response.status === 404) {
    const error = await refusalOf(response, client);
    throw error.message.startsWith('S3_BUCKET') ? error : new ObjectMissingError(key);
  }
  if (response.status !== (range ? 206 : 200)) throw await refusalOf(response, client);
  return response.body ? Readable.fromWeb(response.body as ReadableStream) : Readable.from([]);
}

async function remove(client: S3Client, key: string): Promise<void> {
  const response = await client.ask({ method: 'DELETE', key });
  await response.body?.cancel();
  if (!response.ok && response.status !== 404) throw await refusalOf(response, client);
}

/** Checks access by a list request: an error response to HEAD has no body and therefore no error code. */
async function check(client: S3Client, how: { withinMs?: number } = {}): Promise<void> {
  const query = { 'list-type': '2', 'max-keys': '1', prefix: tried };
  const response = await succeed(client, client.ask({ method: 'GET', query, ...how }));
  await response.body?.cancel();
}

/** Checks write access at start, so that a read-only store does not fail at the first upload. */
async function tryWriting(client: S3Client): Promise<void> {
  const key = `${tried}${randomUUID()}`;
  const { size } = await upload(client, key, Readable.from([Buffer.from('sealflow')]));
  if ((await sizeOf(client, key)) !== size) throw new StoreError('S3_URL: the test object is missing right after its upload');
  await remove(client, key);
}
