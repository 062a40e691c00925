import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sample } from '../../../../../packages/tdf/tests/kit.ts';
import { picked, sealedFor, startDevice } from '../../../testing/platform/service.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import type { PickedFile } from '../ports/picker.port.ts';
import type { DocumentsContext } from './document.types.ts';
import { dismissImport, endImports, importFiles, retryImport } from './import-files.usecases.ts';
import { useImports } from './imports.store.ts';
import { recentFilesOf } from './recent-files.repository.ts';

beforeEach(() => {
  vi.unstubAllGlobals();
});
afterEach(() => endImports());

const start = () => startDevice((send) => vi.stubGlobal('fetch', send));
const unreadable = (name: string): PickedFile => ({
  ...picked(name, sample(10)),
  read: () => Promise.reject(new Error('unreadable')),
});
const states = () => useImports.getState().rows.map(({ name, state }) => ({ name, state }));

/** Imports several files and waits for the end of the last one. @returns the names of the released files. */
async function importAll(
  context: DocumentsContext,
  files: readonly PickedFile[],
): Promise<readonly string[]> {
  const released: string[] = [];
  const jobs = files.map((file) => ({
    context,
    file,
    rejectsDamaged: true,
    onReleased: async () => void released.push(file.name),
  }));
  await Promise.all(importFiles(jobs).map(({ ended }) => ended));
  return released;
}

it('imports the files after a failed one, says why it failed and releases only what is stored', async () => {
  const { context } = await start();
  const released = await importAll(context, [
    unreadable('1.txt'),
    picked('2.txt', sample(20)),
    picked('3.txt', sample(30)),
  ]);
  expect(released).toEqual(['2.txt', '3.txt']);
  expect(states()).toEqual([
    { name: '1.txt', state: { phase: 'failed', failure: 'notReadable' } },
    { name: '2.txt', state: { phase: 'done', result: { fileID: expect.any(String), isKnown: false } } },
    { name: '3.txt', state: { phase: 'done', result: { fileID: expect.any(String), isKnown: false } } },
  ]);
});

it('rejects a tampered protected file of several, which leaves neither a file nor a record', async () => {
  const device = await start();
  const sealed = await sealedFor(device.service, sample(5_000));
  const tampered = sealed.slice(0, sealed.length - 40);
  await importAll(device.context, [picked('坏.tdf', tampered), picked('好.tdf', sealed)]);
  expect(states()).toMatchObject([
    { name: '坏.tdf', state: { phase: 'failed', failure: 'damaged' } },
    { name: '好.tdf', state: { phase: 'done' } },
  ]);
  const records = recentFilesOf(await localDatabase(device.platform), 'a1');
  expect(await records.count({ list: 'recent', text: '' })).toBe(1);
  expect(await (await device.platform.files()).list('a1/edsFiles')).toHaveLength(1);
});

it('marks a file that the device already has', async () => {
  const { context } = await start();
  await importAll(context, [picked('1.txt', sample(20)), picked('copy.txt', sample(20))]);
  expect(states()).toMatchObject([
    { state: { phase: 'done', result: { isKnown: false } } },
    { name: 'copy.txt', state: { phase: 'done', result: { isKnown: true } } },
  ]);
});

it('imports a failed file on retry', async () => {
  const { context } = await start();
  let isReadable = false;
  const file = picked('1.txt', sample(20));
  const read: PickedFile['read'] = async (offset, length) => {
    if (!isReadable) throw new Error('unreadable');
    return file.read(offset, length);
  };
  await importAll(context, [{ ...file, read }, picked('2.txt', sample(30))]);
  isReadable = true;
  retryImport(useImports.getState().rows[0]?.id ?? '');
  await expect.poll(() => states()[0]?.state.phase).toBe('done');
  dismissImport(useImports.getState().rows[0]?.id ?? '');
  expect(states().map(({ name }) => name)).toEqual(['2.txt']);
});
