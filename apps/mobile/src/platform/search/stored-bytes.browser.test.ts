import { expect, it } from 'vitest';
import { createRecord } from '../../../testing/platform/records.ts';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import { openWebDatabase } from '../adapters/web/sql.adapter.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import { recentFilesOf } from '../documents/recent-files.repository.ts';
import { findDocumentTexts, indexDocument } from './document-text.usecases.ts';
import { addRecentSearch } from './recent-searches.usecases.ts';

/** All bytes that this origin has in its private file system. */
async function storedBytes(folder?: FileSystemDirectoryHandle): Promise<string> {
  const parts: string[] = [];
  for await (const handle of (folder ?? (await navigator.storage.getDirectory())).values())
    parts.push(
      handle.kind === 'directory'
        ? await storedBytes(handle)
        : new TextDecoder('latin1').decode(await (await handle.getFile()).arrayBuffer()),
    );
  return parts.join('');
}
/** A text as the bytes that a database would store. */
const bytesOf = (text: string) => new TextDecoder('latin1').decode(new TextEncoder().encode(text));

it('leaves no word of a document and of a search in the bytes of the database', async () => {
  const name = `bytes-${crypto.randomUUID()}.db`;
  const platform = { ...createMemoryPlatform(), openDatabase: () => openWebDatabase(name) };
  const owner = { platform, accountID: 'a1' };
  const sql = await localDatabase(platform);
  await recentFilesOf(sql, 'a1').upsert(createRecord({ fileID: 'marker-of-the-record' }), 'recent');
  const text = 'kryptonite shipment 绝密航线计划';
  const options = {
    readText: async () => text,
    whenIdle: async () => undefined,
    signal: new AbortController().signal,
  };
  await indexDocument(owner, { fileID: 'marker-of-the-record', documentID: null, tid: null }, options);
  await addRecentSearch(owner, 'kryptonite 航线');
  expect(await findDocumentTexts(owner, '绝密 krypt')).toEqual(['marker-of-the-record']);
  await sql.close();

  const stored = await storedBytes();
  // The record itself is there, so that the right bytes were read.
  expect(stored).toContain('marker-of-the-record');
  for (const word of ['kryptonite', 'krypt', 'shipment', '绝密', '航线', '计划'])
    expect(stored).not.toContain(bytesOf(word));
});
