import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestS3, type TestS3 } from '../../../testing/s3.ts';
import type { ObjectStore } from './objects.port.ts';
import { openS3Store } from './s3.adapter.ts';

const mebibyte = 1024 ** 2;
let s3: TestS3;
let store: ObjectStore;
beforeAll(async () => {
  s3 = await openTestS3();
  store = await openS3Store(s3.options);
});
afterEach(() => {
  s3.fail = undefined;
});
afterAll(() => s3.close());

async function* chunks(count: number, size = mebibyte) {
  for (let index = 0; index < count; index += 1) yield randomBytes(size);
}

/** Fails the first matching requests, each with the given status. */
function failing(pattern: RegExp, ...statuses: number[]) {
  s3.fail = (line) => (pattern.test(line) ? statuses.shift() : undefined);
}

describe('startup', () => {
  test.each([
    ['an unknown key', { accessKeyID: 'SOMEBODY' }, /^S3_ACCESS_KEY_ID: /],
    ['a wrong secret', { secretAccessKey: 'guess' }, /^S3_SECRET_ACCESS_KEY: does not belong/],
    ['a missing bucket', { bucket: 'elsewhere' }, /^S3_BUCKET: bucket elsewhere does not exist$/],
    ['another region', { region: 'us-east-1' }, /^S3_REGION: /],
    ['no server at the address', { url: 'http://127.0.0.1:9' }, /^S3_URL: the object store does not respond/],
  ])('with %s names the wrong setting and no secret', async (_, changed, message) => {
    const opened = openS3Store({ ...s3.options, ...changed });
    await expect(opened).rejects.toMatchObject({ code: 'objects.store_failed', message });
    await expect(opened).rejects.not.toThrow('guess');
  });

  test('detects a key with read-only access', async () => {
    s3.fail = (line) => (line.startsWith('PUT') ? 403 : undefined);
    await expect(openS3Store(s3.options)).rejects.toMatchObject({ code: 'objects.store_failed' });
  });

  test('deletes its test object', async () => {
    await openS3Store(s3.options);
    const [tried] = s3.requests.at(-1)?.match(/^DELETE \/sealflow\/start-check-/) ?? [];
    expect(tried).toBeDefined();
  });
});

describe('temporary failures', () => {
  test('are retried: a busy store, a broken connection', async () => {
    const key = randomUUID();
    const bytes = randomBytes(1000);
    failing(/^PUT/, 503, 0, 500);
    await store.put(key, [bytes] as unknown as AsyncIterable<Uint8Array>);
    failing(/^GET/, 500, 0);
    expect(await buffer(await store.read(key))).toEqual(bytes);
    failing(/^HEAD/, 0);
    expect(await store.size(key)).toBe(1000);
    failing(/^DELETE/, 429);
    await store.delete(key);
    expect(await store.size(key)).toBeUndefined();
  });

  test('of one part do not damage the object', async () => {
    const key = randomUUID();
    failing(/partNumber=2/, 500, 0);
    expect(await store.put(key, chunks(20))).toEqual({ size: 20 * mebibyte });
    expect(await store.size(key)).toBe(20 * mebibyte);
  });

  test('are reported if they persist', async () => {
    s3.fail = () => 503;
    await expect(store.read(randomUUID())).rejects.toMatchObject({ code: 'objects.store_failed' });
    await expect(store.check()).rejects.toMatchObject({ code: 'objects.store_failed' });
  });

  test('are not retried by the readiness check', async () => {
    s3.fail = () => 503;
    s3.requests.length = 0;
    await expect(store.check()).rejects.toMatchObject({ code: 'objects.store_failed' });
    expect(s3.requests).toHaveLength(1);
  });
});

describe('multipart upload', () => {
  test('is aborted if its content breaks off or a part cannot be stored', async () => {
    async function* broken() {
      yield* chunks(9);
      throw new Error('the sender went away');
    }
    await expect(store.put(randomUUID(), broken())).rejects.toThrow('the sender went away');
    expect(s3.uploads.size).toBe(0);

    s3.fail = (line) => (line.includes('partNumber=2') ? 500 : undefined);
    await expect(store.put(randomUUID(), chunks(17))).rejects.toMatchObject({ code: 'objects.store_failed' });
    expect(s3.uploads.size).toBe(0);
  });

  test('succeeds if only the response to its completion was lost', async () => {
    const key = randomUUID();
    let joined = false;
    s3.fail = (line) => {
      if (!/^POST .*uploadId/.test(line)) return undefined;
      if (joined) return 404;
      joined = true;
      return undefined;
    };
    expect(await store.put(key, chunks(9))).toEqual({ size: 9 * mebibyte });
  });

  test('is aborted a day after a crash, but not earlier', async () => {
    const day = 24 * 60 * 60 * 1000;
    s3.uploads.set('old', { key: 'a-forgotten-one', begun: new Date(Date.now() - day - 1000) });
    s3.uploads.set('young', { key: 'a-present-one', begun: new Date(Date.now() - day + 60_000) });
    await store.deleteAbandoned();
    expect([...s3.uploads.keys()]).toEqual(['young']);
    s3.uploads.clear();
  });

  test('buffers at most one part ahead of the store, however long the content is', async () => {
    s3.requests.length = 0;
    const stored = () => s3.requests.filter((line) => line.includes('partNumber=')).length * 8 * mebibyte;
    let [taken, maxBuffered] = [0, 0];
    async function* measured() {
      for await (const chunk of chunks(40)) {
        taken += chunk.length;
        maxBuffered = Math.max(maxBuffered, taken - stored());
        yield chunk;
      }
    }
    await store.put(randomUUID(), measured());
    expect(stored()).toBe(40 * mebibyte);
    expect(maxBuffered).toBe(8 * mebibyte);
  });
});
