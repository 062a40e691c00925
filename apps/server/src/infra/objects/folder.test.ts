import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFolderStore } from './folder.adapter.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealflow-objects-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

async function* chunksOf(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('keeps nothing of content that breaks off', async () => {
  const store = await openFolderStore(folder);
  const key = randomUUID();
  async function* broken() {
    yield randomBytes(1000);
    throw new Error('the sender went away');
  }
  await expect(store.put(key, broken())).rejects.toThrow('the sender went away');
  expect(await store.size(key)).toBeUndefined();
  expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
});

test('replaces an object as a whole while a reader continues with the former one', async () => {
  const store = await openFolderStore(folder);
  const key = randomUUID();
  const [before, after] = [randomBytes(200_000), randomBytes(100)];
  await store.put(key, chunksOf(before, 50_000));
  const reading = await store.read(key);
  await store.put(key, chunksOf(after, 100));
  expect(await buffer(reading)).toEqual(before);
  expect(await buffer(await store.read(key))).toEqual(after);
});

test('is readable by its owner alone and deletes what a crash left a day ago', async () => {
  const store = await openFolderStore(folder);
  const key = randomUUID();
  await store.put(key, chunksOf(randomBytes(1), 1));
  expect(statSync(join(folder, key.slice(-2), key)).mode & 0o777).toBe(0o600);
  const [old, young] = ['old', 'young'].map((name) => join(folder, 'incoming', name)) as [string, string];
  writeFileSync(old, '');
  writeFileSync(young, '');
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
  utimesSync(old, twoDaysAgo, twoDaysAgo);
  await openFolderStore(folder);
  expect(readdirSync(join(folder, 'incoming'))).toEqual(['young']);
});

test('rejects a file that would leave the database no space and checks again during a long upload', async () => {
  const total = 100 * 1024 ** 3;
  let free = 511 * 1024 ** 2;
  const store = await openFolderStore(folder, { spaceOf: async () => ({ free, total }) });
  const key = randomUUID();
  const full = { name: 'StoreError', message: expect.stringContaining('almost full') };
  await expect(store.put(key, chunksOf(randomBytes(1), 1))).rejects.toMatchObject(full);
  free += 1024 ** 2;
  await store.put(key, chunksOf(randomBytes(1), 1));
  const piece = randomBytes(1024 ** 2);
  async function* long() {
    for (let n = 0; n < 70; n += 1) {
      yield piece;
      free -= piece.length;
    }
  }
  const other = randomUUID();
  await expect(store.put(other, long())).rejects.toMatchObject(full);
  expect(await store.size(other)).toBeUndefined();
  expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
  expect(await store.size(key)).toBe(1);
});

test('keeps one twentieth of a small disk free', async () => {
  const total = 64 * 1024 ** 2;
  let free = total / 20;
  const store = await openFolderStore(folder, { spaceOf: async () => ({ free, total }) });
  await store.put(randomUUID(), chunksOf(randomBytes(1), 1));
  free -= 1;
  await expect(store.put(randomUUID(), chunksOf(randomBytes(1), 1))).rejects.toThrow('almost full');
});
