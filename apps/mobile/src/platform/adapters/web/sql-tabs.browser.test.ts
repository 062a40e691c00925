import { describe, expect, it } from 'vitest';
import { connectWebDatabase } from './sql.adapter.ts';
import type { SqliteRequest } from './sqlite.worker.ts';
import { openChannel } from './worker-channel.util.ts';

const freshName = () => `tabs-${Math.random()}.db`;
const rows = 25;

describe.each(['best', 'indexeddb'] as const)('two tabs over one database, store %s', (store) => {
  it('write concurrently without loss and see the rows of each other', async () => {
    const name = freshName();
    const [one, two] = await Promise.all([
      connectWebDatabase(name, { store }),
      connectWebDatabase(name, { store }),
    ]);
    await one.run('CREATE TABLE t (tab TEXT, n INTEGER)');
    const write = async (tab: typeof one, label: string) => {
      for (let n = 0; n < rows; n += 1) {
        await tab.transaction(async (tx) => {
          const [last] = await tx.query('SELECT count(*) AS total FROM t');
          await tx.run('INSERT INTO t VALUES (?, ?)', [label, Number(last?.['total'])]);
        });
      }
    };
    await Promise.all([write(one, 'one'), write(two, 'two')]);
    for (const tab of [one, two]) {
      const [sum] = await tab.query('SELECT count(*) AS total, count(DISTINCT n) AS distinct_n FROM t');
      // Each transaction read the writes of all earlier ones, so no number occurs twice.
      expect(sum).toEqual({ total: 2 * rows, distinct_n: 2 * rows });
    }
    await Promise.all([one.close(), two.close()]);
  });
});

describe.each(['best', 'indexeddb'] as const)('a tab that is killed during a write, store %s', (store) => {
  it('leaves the previous content to the other tabs', async () => {
    const name = freshName();
    const first = await connectWebDatabase(name, { store });
    await first.run('CREATE TABLE t (content TEXT)');
    await first.run('CREATE TABLE filler (content TEXT)');
    await first.run("INSERT INTO t VALUES ('before')");
    await first.close();
    // Opened before the other connection is killed, with an empty cache: it must find the remaining journal.
    const survivor = await connectWebDatabase(name, { store });

    const worker = new Worker(new URL('./sqlite.worker.ts', import.meta.url), { type: 'module' });
    const killed = openChannel<SqliteRequest>(worker);
    const run = (statement: string) => killed.send({ kind: 'run', statement, params: [] });
    await killed.send({ kind: 'open', name, store, waitLimitMs: 15_000 });
    // A tiny cache forces the incomplete transaction into the file.
    await killed.send({ kind: 'query', statement: 'PRAGMA cache_size = 2', params: [] });
    await run('BEGIN IMMEDIATE');
    await run("UPDATE t SET content = 'half'");
    await run(
      'INSERT INTO filler WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) SELECT hex(randomblob(200)) FROM n',
    );
    killed.terminate();

    expect(await survivor.query('SELECT content FROM t')).toEqual([{ content: 'before' }]);
    expect(await survivor.query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    await survivor.run("INSERT INTO t VALUES ('after')");
    expect(await survivor.query('SELECT count(*) AS total FROM t')).toEqual([{ total: 2 }]);
    await survivor.close();
  });
});

describe('a tab that is terminating', () => {
  it('does not prevent another tab from opening, although its folder is still held', async () => {
    const holding = `(async () => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('.ahp-dying', { create: true });
      const file = await folder.getFileHandle('0.tmp', { create: true });
      self.held = await file.createSyncAccessHandle();
      postMessage('held');
    })()`;
    const script = URL.createObjectURL(new Blob([holding], { type: 'text/javascript' }));
    const dying = new Worker(script);
    await new Promise((resolve) => {
      dying.onmessage = resolve;
    });
    const tab = await connectWebDatabase(freshName());
    expect(await tab.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await tab.close();
    dying.terminate();
    URL.revokeObjectURL(script);
  });
});
