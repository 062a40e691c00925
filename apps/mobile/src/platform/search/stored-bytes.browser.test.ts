import { expect, it } from 'vitest';
import { createRecord } from '../../../testing/platform/records.ts';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import { createIndexedDbConnection } from '../adapters/web/indexed-db.util.ts';
import { sqlDatabaseName } from '../adapters/web/indexed-db-sql.adapter.ts';
import { openWebDatabase } from '../adapters/web/sql.adapter.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import { recentFilesOf } from '../documents/recent-files.repository.ts';
import { findDocumentTexts, indexDocument } from './document-text.usecases.ts';
import { addRecentSearch } from './recent-searches.usecases.ts';

const latin1 = (bytes: BufferSource) => new TextDecoder('latin1').decode(bytes);
/** A text as the bytes that a database would store. */
const bytesOf = (text: string) => latin1(new TextEncoder().encode(text));

/** All bytes that this origin has in its private file system. */
async function bytesOfFiles(folder?: FileSystemDirectoryHandle): Promise<string> {
  const parts: string[] = [];
  for await (const handle of (folder ?? (await navigator.storage.getDirectory())).values())
    parts.push(
      handle.kind === 'directory'
        ? await bytesOfFiles(handle)
        : latin1(await (await handle.getFile()).arrayBuffer()),
    );
  return parts.join('');
}

/** All pages of databases that this origin has in IndexedDB. */
async function bytesOfBlocks(): Promise<string> {
  const transact = createIndexedDbConnection(sqlDatabaseName, () => undefined);
  const blocks = await transact(['blocks'], 'readonly', async (store) => {
    const request = store('blocks').getAll();
    await new Promise((resolve, reject) => {
      request.onsuccess = resolve;
      request.onerror = reject;
    });
    return request.result as { readonly data: Uint8Array<ArrayBuffer> }[];
  });
  return blocks.map(({ data }) => latin1(data)).join('');
}

it.each([
  ['best', bytesOfFiles],
  ['indexeddb', bytesOfBlocks],
] as const)(
  'leaves no word of a document and of a search in the bytes of the database: %s',
  async (store, readBytes) => {
    const name = `bytes-${crypto.randomUUID()}.db`;
    const platform = { ...createMemoryPlatform(), openDatabase: () => openWebDatabase(name, store) };
    const owner = { platform, accountID: 'a1' };
    const sql = await localDatabase(platform);
    const fileID = `marker-${store}`;
    await recentFilesOf(sql, 'a1').upsert(createRecord({ fileID }), 'recent');
    const text = 'kryptonite shipment 绝密航线计划';
    const { signal } = new AbortController();
    const options = { readText: async () => text, whenIdle: async () => undefined, signal };
    await indexDocument(owner, { fileID, documentID: null, tid: null }, options);
    await addRecentSearch(owner, 'kryptonite 航线');
    expect(await findDocumentTexts(owner, '绝密 krypt')).toEqual([fileID]);
    await sql.close();

    const stored = await readBytes();
    // The record itself is there, so that the right bytes were read.
    expect(stored).toContain(fileID);
    for (const word of ['kryptonite', 'krypt', 'shipment', '绝密', '航线', '计划'])
      expect(stored).not.toContain(bytesOf(word));
  },
);
