import { findDocuments } from '../../apps/mobile/src/features/search/sources/find-documents.usecases.ts';
import { createMemoryPlatform } from '../../apps/mobile/src/platform/adapters/memory/index.ts';
import { openWebDatabase } from '../../apps/mobile/src/platform/adapters/web/sql.adapter.ts';
import { localDatabase } from '../../apps/mobile/src/platform/database/local-database.compose.ts';
import { recentFilesOf } from '../../apps/mobile/src/platform/documents/recent-files.repository.ts';
import type { SqlPort } from '../../apps/mobile/src/platform/ports/sql.port.ts';
import { hashToken, indexDocument } from '../../apps/mobile/src/platform/search/document-text.usecases.ts';
import { documentTextsOf } from '../../apps/mobile/src/platform/search/document-texts.repository.ts';
import { documentTextKey } from '../../apps/mobile/src/platform/search/search-key.usecases.ts';
import { tokensOfText } from '../../apps/mobile/src/platform/search/text-tokens.rules.ts';

const documents = 2_000;
const wordsPerDocument = 1_500;
/** Words of which a text has some often and most rarely. */
const vocabularySize = 8_000;
const characterCount = 2_500;
const firstCharacter = 0x4e00;
const rounds = 10;
const rareDocument = 1_234;
const documentsPerTransaction = 100;
/** The documents whose indexing is measured; the hashes of the others are computed once for each token. */
const measuredDocuments = 40;

/** A generator of numbers from 0 to 1 that gives the same ones in each run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const vocabularyRandom = createRandom(7);
const vocabulary = Array.from({ length: vocabularySize }, () =>
  Array.from({ length: 2 + Math.floor(vocabularyRandom() * 2) }, () =>
    String.fromCharCode(firstCharacter + Math.floor(characterCount * vocabularyRandom())),
  ).join(''),
);

function textOf(index: number): string {
  const random = createRandom(index + 1);
  const words = Array.from(
    { length: wordsPerDocument },
    () => vocabulary[Math.floor(vocabularySize * random() ** 3)] ?? '',
  );
  return `${words.join('')} 采购合同 Contract${index % 50} ${index === rareDocument ? '孤本样张' : ''}`;
}

/** Hashes each token once: the documents share most of their tokens. */
function createHashes(key: CryptoKey) {
  const known = new Map<string, string>();
  return async (text: string): Promise<readonly string[]> => {
    const tokens = [...new Set(tokensOfText(text))];
    const unknown = tokens.filter((token) => !known.has(token));
    await Promise.all(unknown.map(async (token) => known.set(token, await hashToken(key, token))));
    return tokens.map((token) => known.get(token) ?? '').toSorted();
  };
}

const queries = ['采购', '采购合同', '孤本样张', '鲸鱼观察', 'contract4', 'contract', '合', '一丁'];

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0;

const recordOf = (index: number) => ({
  fileID: `f${index}`,
  fileWholeName: `文件${index}.pdf`,
  fileName: `文件${index}`,
  isFlowFile: 0 as const,
  createAt: index,
  flowID: null,
  flowName: null,
  flowFileURL: null,
  flowFileName: null,
  encrypted: 0 as const,
  key: null,
  userOID: null,
  orgID: null,
  clID: null,
  tid: null,
  tname: null,
  downloadPer: 100,
  fileSize: 1,
  mimeType: null,
});
const documentAt = (index: number) => ({ fileID: `f${index}`, documentID: null, tid: null });

type Owner = Parameters<typeof indexDocument>[0];
const idle = { whenIdle: async () => undefined, signal: new AbortController().signal };

/** Indexes the first documents as the app does. @returns the times in milliseconds. */
async function measureIndexing(owner: Owner): Promise<readonly number[]> {
  const durations: number[] = [];
  for (let index = 0; index < measuredDocuments; index += 1) {
    const start = performance.now();
    await indexDocument(owner, documentAt(index), { ...idle, readText: async () => textOf(index) });
    durations.push(performance.now() - start);
  }
  return durations;
}

/** Indexes the other documents, many in each transaction. */
async function fill(owner: Owner, sql: SqlPort): Promise<void> {
  const hashesOf = createHashes(await documentTextKey(owner.platform, owner.accountID));
  for (let from = measuredDocuments; from < documents; from += documentsPerTransaction) {
    const indices = Array.from(
      { length: Math.min(documentsPerTransaction, documents - from) },
      (_, at) => from + at,
    );
    const hashed: (readonly string[])[] = [];
    for (const index of indices) hashed.push(await hashesOf(textOf(index)));
    await sql.transaction(async (tx) => {
      const texts = documentTextsOf(tx, owner.accountID);
      for (const [at, index] of indices.entries())
        await texts.replace(documentAt(index), hashed[at] ?? [], index);
    });
  }
}

/** Indexes 2,000 documents in the browser's own database, and searches them as the app does. */
async function measure() {
  const platform = { ...createMemoryPlatform(), openDatabase: () => openWebDatabase('fulltext.db') };
  const owner = { platform, accountID: 'a' };
  const sql = await localDatabase(platform);
  await sql.transaction(async (tx) => {
    const records = recentFilesOf(tx, owner.accountID);
    for (let index = 0; index < documents; index += 1) await records.upsert(recordOf(index), 'recent');
  });
  const indexMs = await measureIndexing(owner);
  await fill(owner, sql);
  const { signal } = idle;
  const context = { documents: owner, tenant: null } as unknown as Parameters<typeof findDocuments>[0];
  const times: Record<string, { readonly total: number; readonly p95Ms: number }> = {};
  const all: number[] = [];
  for (const keyword of queries) {
    const durations: number[] = [];
    let total = 0;
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      ({ total } = await findDocuments(context, { keyword, skip: 0, limit: 20, signal }));
      durations.push(performance.now() - start);
    }
    all.push(...durations);
    times[keyword] = { total, p95Ms: percentile(durations, 0.95) };
  }
  const [size] = await sql.query(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  );
  return {
    search: { p95Ms: percentile(all, 0.95), medianMs: percentile(all, 0.5), limitMs: 100 },
    index: { documents, p95Ms: percentile(indexMs, 0.95), medianMs: percentile(indexMs, 0.5) },
    database: { mebibytes: Number(size?.['bytes']) / 1_048_576 },
    times,
  };
}

Object.assign(globalThis, { measure });
