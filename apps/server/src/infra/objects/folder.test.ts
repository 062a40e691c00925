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

test('gives back what was put, whole or a range of it', async () => {
  const store = await openFolderStore(folder);
  const bytes = randomBytes(300_000);
  const key = randomUUID();
  expect(await store.put(key, chunksOf(bytes, 64_000))).toEqual({ size: 300_000 });
  expect(await store.size(key)).toBe(300_000);
  expect(await buffer(await store.read(key))).toEqual(bytes);
  expect(await buffer(await store.read(key, { start: 65_535, end: 131_073 }))).toEqual(
    bytes.subarray(65_535, 131_073),
  );
  expect(await buffer(await store.read(key, { start: 299_999, end: 300_000 }))).toEqual(
    bytes.subarray(299_999),
  );
  await expect(store.read(key, { start: 5, end: 5 })).rejects.toThrow(RangeError);
});

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

test('replaces an object whole while its reader reads on', async () => {
  const store = await openFolderStore(folder);
  const key = randomUUID();
  const [before, after] = [randomBytes(200_000), randomBytes(100)];
  await store.put(key, chunksOf(before, 50_000));
  const reading = await store.read(key);
  await store.put(key, chunksOf(after, 100));
  expect(await buffer(reading)).toEqual(before);
  expect(await buffer(await store.read(key))).toEqual(after);
});

test('says what is missing and deletes without asking', async () => {
  const store = await openFolderStore(folder);
  const key = randomUUID();
  await expect(store.read(key)).rejects.toMatchObject({ code: 'objects.missing' });
  await store.put(key, chunksOf(randomBytes(1), 1));
  await store.delete(key);
  await store.delete(key);
  expect(await store.size(key)).toBeUndefined();
});

test.each(['../../etc/passwd', 'short', 'with/slash-in', 'UPPERCASE-1', 'dots.dots.dots', 'a'.repeat(129)])(
  'refuses %s as a key',
  async (key) => {
    const store = await openFolderStore(folder);
    await expect(store.put(key, chunksOf(randomBytes(1), 1))).rejects.toThrow(TypeError);
    await expect((async () => store.read(key))()).rejects.toThrow(TypeError);
  },
);

test('is readable by the owner alone and clears what a crash left a day ago', async () => {
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
