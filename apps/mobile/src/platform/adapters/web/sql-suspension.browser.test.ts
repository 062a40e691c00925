import { describe, expect, it, onTestFinished } from 'vitest';
import { createCachedPage } from '../../../../testing/web/cached-page.ts';
import type { SqlPort } from '../../ports/sql.port.ts';
import { type ConnectOptions, connectWebDatabase } from './sql.adapter.ts';

const freshName = () => `suspension-${Math.random()}.db`;
const interrupted = { code: 'storage.interrupted' };
const count = async (sql: SqlPort) => (await sql.query('SELECT count(*) AS total FROM t'))[0]?.['total'];

const slowRead =
  'SELECT count(*) AS total FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT i FROM n)';

/** Resolves after the request has been posted to the worker and before its response. */
const posted = () => new Promise((resolve) => setTimeout(resolve));

async function connected(name: string, options: ConnectOptions) {
  const sql = await connectWebDatabase(name, options);
  onTestFinished(() => sql.close());
  return sql;
}

const startTransaction = (sql: SqlPort) => {
  const never = new Promise<never>(() => undefined);
  let reportBegun: () => void;
  const begun = new Promise<void>((resolve) => {
    reportBegun = resolve;
  });
  let resume = () => undefined as void;
  const ended = sql.transaction(async (tx) => {
    await tx.run('INSERT INTO t VALUES (1)');
    reportBegun();
    await Promise.race([
      never,
      new Promise<void>((resolve) => {
        resume = resolve;
      }),
    ]);
    await tx.run('INSERT INTO t VALUES (2)');
  });
  ended.catch(() => undefined);
  return { begun, ended, resume: () => resume() };
};

describe.each(['best', 'indexeddb'] as const)('hidden page, store %s', (store) => {
  it('releases the database during a transaction, which is rolled back', async () => {
    const name = freshName();
    const { life, hide, restore } = createCachedPage();
    const hiddenPage = await connected(name, { store, life });
    const other = await connected(name, { store });
    await hiddenPage.run('CREATE TABLE t (n INTEGER)');
    const transaction = startTransaction(hiddenPage);
    await transaction.begun;
    hide();
    await other.run('INSERT INTO t VALUES (3)');
    expect(await count(other)).toBe(1);
    restore();
    transaction.resume();
    // The second insert must not run on the next connection, outside the transaction.
    await expect(transaction.ended).rejects.toMatchObject(interrupted);
    expect(await count(hiddenPage)).toBe(1);
    await hiddenPage.transaction((tx) => tx.run('INSERT INTO t VALUES (4)'));
    expect(await count(other)).toBe(2);
  });

  it('runs reads and pending statements after its return', async () => {
    const { life, hide, restore } = createCachedPage();
    const name = freshName();
    const sql = await connected(name, { store, life });
    const other = await connected(name, { store });
    await sql.run('CREATE TABLE t (n INTEGER)');
    const inFlight = sql.query(slowRead);
    const next = sql.run('INSERT INTO t VALUES (1)');
    const transaction = sql.transaction((tx) => tx.run('INSERT INTO t VALUES (2)'));
    await posted();
    hide();
    let isResolved = false;
    const result = inFlight.finally(() => {
      isResolved = true;
    });
    // The query lasts until the response of the worker. Meanwhile nothing may change.
    expect(await count(other)).toBe(0);
    expect(isResolved).toBe(false);
    restore();
    expect(await result).toEqual([{ total: 300_000 }]);
    await Promise.all([next, transaction]);
    expect(await count(sql)).toBe(2);
  });

  it('rejects a running change, which may be stored or not', async () => {
    const { life, hide, restore } = createCachedPage();
    const sql = await connected(freshName(), { store, life });
    const filling =
      'CREATE TABLE t AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT i FROM n';
    const inFlight = sql.run(filling);
    inFlight.catch(() => undefined);
    await posted();
    hide();
    restore();
    await expect(inFlight).rejects.toMatchObject(interrupted);
    expect(await sql.query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });
});

describe('a worker that ends right after an answer', () => {
  it('keeps the committed data, store indexeddb', async () => {
    // Only the first write of a database has a journal. About half of the attempts left the journal behind.
    for (let turn = 0; turn < 8; turn += 1) {
      const name = freshName();
      const { life, hide } = createCachedPage();
      const hiddenPage = await connectWebDatabase(name, { store: 'indexeddb', life });
      await hiddenPage.run('CREATE TABLE t (n INTEGER)');
      void hiddenPage.query('SELECT 1').catch(() => undefined);
      hide();
      const other = await connected(name, { store: 'indexeddb' });
      expect(await count(other)).toBe(0);
    }
  });
});

describe('a page that is hidden while its database opens', () => {
  it('causes no unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const collect = (event: PromiseRejectionEvent) => void unhandled.push(event.reason);
    window.addEventListener('unhandledrejection', collect);
    onTestFinished(() => window.removeEventListener('unhandledrejection', collect));
    const { life, hide, restore } = createCachedPage();
    const opening = connectWebDatabase(freshName(), { life });
    await posted();
    hide();
    await new Promise((resolve) => setTimeout(resolve));
    expect(unhandled).toEqual([]);
    restore();
    const sql = await opening;
    expect(await sql.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await sql.close();
  });
});

describe.each(['best', 'indexeddb'] as const)('a database that another window holds, store %s', (store) => {
  it('is reported as busy after the limit, and opens once it is released', async () => {
    const name = freshName();
    const holder = await connected(name, { store });
    await holder.run('CREATE TABLE t (n INTEGER)');
    const waiting = await connected(name, { store, sqlLockWaitLimitMs: 200 });
    const transaction = startTransaction(holder);
    await transaction.begun;
    await expect(waiting.run('INSERT INTO t VALUES (5)')).rejects.toMatchObject({ code: 'storage.busy' });
    transaction.resume();
    await transaction.ended;
    await waiting.run('INSERT INTO t VALUES (6)');
    expect(await count(waiting)).toBe(3);
  });
});

describe('a store that the browser closes', () => {
  const startWorker = () =>
    new Worker(new URL('../../../../testing/web/closing-store.worker.ts', import.meta.url), {
      type: 'module',
    });
  const closeStore = () =>
    new Promise((resolve) => {
      const channel = new BroadcastChannel('test.close-store');
      onTestFinished(() => channel.close());
      channel.onmessage = resolve;
      channel.postMessage('close');
    });

  it('is reopened for reads and new transactions, and rolls back an open transaction', async () => {
    const sql = await connected(freshName(), { store: 'indexeddb', startWorker });
    await sql.run('CREATE TABLE t (n INTEGER)');
    await sql.run('INSERT INTO t VALUES (0)');
    await closeStore();
    expect(await count(sql)).toBe(1);
    await closeStore();
    await sql.transaction((tx) => tx.run('INSERT INTO t VALUES (1)'));
    expect(await count(sql)).toBe(2);
    const transaction = startTransaction(sql);
    await transaction.begun;
    await closeStore();
    transaction.resume();
    await expect(transaction.ended).rejects.toMatchObject(interrupted);
    expect(await count(sql)).toBe(2);
  });
});

describe.each(['best', 'indexeddb'] as const)('a browser without locks, store %s', (store) => {
  it('opens the database in a single tab', async () => {
    const startWorker = () =>
      new Worker(new URL('../../../../testing/web/without-locks.worker.ts', import.meta.url), {
        type: 'module',
      });
    const sql = await connected(freshName(), { store, startWorker });
    await sql.run('CREATE TABLE t (n INTEGER)');
    await sql.transaction((tx) => tx.run('INSERT INTO t VALUES (1)'));
    expect(await count(sql)).toBe(1);
  });
});
