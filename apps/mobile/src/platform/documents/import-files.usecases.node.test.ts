import { beforeEach, expect, it, vi } from 'vitest';
import { sample } from '../../../../../packages/tdf/tests/kit.ts';
import { picked, startDevice } from '../../../testing/platform/service.ts';
import type { PickedFile } from '../ports/picker.port.ts';
import { ImportError, importFiles } from './import-files.usecases.ts';

beforeEach(() => {
  vi.unstubAllGlobals();
});

const unreadable = (name: string): PickedFile => ({
  ...picked(name, sample(10)),
  read: () => Promise.reject(new Error('unreadable')),
});

it('imports the files after a failed one, and reports each failed file', async () => {
  const { context } = await startDevice((send) => vi.stubGlobal('fetch', send));
  const first = unreadable('1.txt');
  const third = unreadable('3.txt');
  const stored: string[] = [];
  const error: unknown = await importFiles(
    context,
    [first, picked('2.txt', sample(20)), third, picked('4.txt', sample(30))],
    async ({ name }) => void stored.push(name),
  ).catch((cause: unknown) => cause);
  expect(stored).toEqual(['2.txt', '4.txt']);
  expect(error).toBeInstanceOf(ImportError);
  expect((error as ImportError).failures.map(({ file }) => file)).toEqual([first, third]);
});
