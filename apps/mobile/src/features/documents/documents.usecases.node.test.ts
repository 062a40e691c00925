import { expect, it } from 'vitest';
import { createDocumentsContext } from '../../../testing/platform/documents-context.ts';
import { picked } from '../../../testing/platform/service.ts';
import type { Api } from '../../platform/api/index.ts';
import { storedPath } from '../../platform/documents/document.types.ts';
import { importFile } from '../../platform/documents/import-file.usecases.ts';
import {
  openDocumentRecords,
  purgeRemoval,
  purgeStaleRemovals,
  removeDocuments,
  restoreRemoval,
} from './documents.usecases.ts';

const everything = { list: 'recent', text: '' } as const;
// More records than one purge deletes.
const many = 510;

function setUp() {
  const context = createDocumentsContext({} as Api);
  const { platform } = context;
  const take = (name: string) => importFile(context, picked(name, new TextEncoder().encode(name)));
  return {
    context,
    take,
    count: async () => (await openDocumentRecords(context)).count(everything),
    isStored: async (fileID: string) =>
      (await (await platform.files()).stat(storedPath('a1', fileID))) !== null,
    files: async () => (await (await platform.files()).list('a1/edsFiles')).length,
  };
}

it('a purge deletes the files of the records, however many there are', async () => {
  const { context, take, count, files } = setUp();
  for (let index = 0; index < many; index += 1) await take(`${index}.txt`);
  const { removalID, count: removed } = await removeDocuments(context, { all: everything, except: [] });
  expect([removed, await count(), await files()]).toEqual([many, 0, many]);
  await purgeRemoval(context, removalID);
  expect([await count(), await files()]).toEqual([0, 0]);
});

it('a file that is opened during the purge of its record is kept', async () => {
  const { context, take, isStored, count } = setUp();
  const fileID = await take('合同.txt');
  const { removalID } = await removeDocuments(context, { fileIDs: [fileID] });
  await Promise.all([purgeRemoval(context, removalID), take('合同.txt')]);
  expect([await count(), await isStored(fileID)]).toEqual([1, true]);
});

it('opening the screen in another tab keeps records that can still be restored', async () => {
  const { context, take, count, isStored } = setUp();
  const fileID = await take('合同.txt');
  const { removalID } = await removeDocuments(context, { all: everything, except: [] });
  await purgeStaleRemovals(context);
  await restoreRemoval(context, removalID);
  expect([await count(), await isStored(fileID)]).toEqual([1, true]);
});
