import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTestFolder } from '../../../testing/folder.ts';
import { openTestS3, type TestS3 } from '../../../testing/s3.ts';
import { openFolderStore } from './folder.adapter.ts';
import type { ObjectStore } from './objects.port.ts';
import { openS3Store } from './s3.adapter.ts';

let s3: TestS3;
beforeAll(async () => {
  s3 = await openTestS3();
});
afterAll(() => s3.close());

async function* chunksOf(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const stores: [string, () => Promise<ObjectStore>][] = [
  ['a folder', () => openFolderStore(makeTestFolder())],
  ['an S3 bucket', () => openS3Store(s3.options)],
];

describe.each(stores)('%s', (_, open) => {
  let store: ObjectStore;
  beforeAll(async () => {
    store = await open();
  });

  test.each([
    ['nothing', 0],
    ['one byte', 1],
    ['one request', 300_000],
    ['a byte less than a part', 8 * 1024 ** 2 - 1],
    ['exactly one part', 8 * 1024 ** 2],
    ['exactly two parts', 16 * 1024 ** 2],
    ['some parts and a remainder', 20 * 1024 ** 2 + 7],
  ])('returns what was stored: %s', async (_, length) => {
    const bytes = randomBytes(length);
    const key = randomUUID();
    expect(await store.put(key, chunksOf(bytes, 65_521))).toEqual({ size: length });
    expect(await store.size(key)).toBe(length);
    const hash = createHash('sha256');
    for await (const chunk of await store.read(key)) hash.update(chunk as Buffer);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('returns any range', async () => {
    const bytes = randomBytes(300_000);
    const key = randomUUID();
    await store.put(key, chunksOf(bytes, 64_000));
    for (const [start, end] of [
      // s3rver responds with the complete object to a range that ends at byte 0.
      [0, 2],
      [65_535, 131_073],
      [299_999, 300_000],
      [0, 300_000],
    ] as const)
      expect(await buffer(await store.read(key, { start, end }))).toEqual(bytes.subarray(start, end));
    await expect(store.read(key, { start: 5, end: 5 })).rejects.toThrow(RangeError);
  });

  test.each([1000, 9 * 1024 ** 2])(
    'keeps nothing of content that breaks off after %i bytes',
    async (length) => {
      const key = randomUUID();
      async function* broken() {
        yield* chunksOf(randomBytes(length), 100_000);
        throw new Error('the sender went away');
      }
      await expect(store.put(key, broken())).rejects.toThrow('the sender went away');
      expect(await store.size(key)).toBeUndefined();
    },
  );

  test('replaces an object as a whole', async () => {
    const key = randomUUID();
    await store.put(key, chunksOf(randomBytes(200_000), 50_000));
    const after = randomBytes(100);
    await store.put(key, chunksOf(after, 100));
    expect(await buffer(await store.read(key))).toEqual(after);
  });

  test('reports a missing object on reading, but not on deletion', async () => {
    const key = randomUUID();
    await expect(store.read(key)).rejects.toMatchObject({ code: 'objects.missing' });
    await expect(store.read(key, { start: 0, end: 1 })).rejects.toMatchObject({ code: 'objects.missing' });
    await store.put(key, chunksOf(randomBytes(1), 1));
    await store.delete(key);
    await store.delete(key);
    expect(await store.size(key)).toBeUndefined();
  });

  test.each(['../../etc/passwd', 'short', 'with/slash-in', 'UPPERCASE-1', 'dots.dots.dots', 'a'.repeat(129)])(
    'rejects %s as a key',
    async (key) => {
      await expect((async () => store.put(key, chunksOf(randomBytes(1), 1)))()).rejects.toThrow(TypeError);
      await expect((async () => store.read(key))()).rejects.toThrow(TypeError);
      await expect((async () => store.delete(key))()).rejects.toThrow(TypeError);
    },
  );

  test('is ready', async () => {
    await expect(store.check()).resolves.toBeUndefined();
    await expect(store.deleteAbandoned()).resolves.toBeUndefined();
  });
});
