import { expect, it, vi } from 'vitest';
import { createModelService } from '../../../testing/outbox/model-service.ts';
import { createDecision, createTestOutbox } from '../../../testing/outbox/test-outbox.ts';
import { openMemoryDatabase } from '../adapters/memory/sql.adapter.ts';
import { type Api, ApiError } from '../api/index.ts';
import { migrateLocal } from '../database/local.migration.ts';
import type { SqlPort } from '../ports/sql.port.ts';
import { StorageError } from '../ports/storage.errors.ts';
import { outboxOf } from './outbox.repository.ts';

/** A device whose database is full. */
function fullDevice() {
  const service = createModelService();
  const outbox = createTestOutbox(service, { sql: () => Promise.reject(new StorageError('storage.full')) });
  return { service, decide: () => outbox.submit([createDecision()]) };
}

it('sends a decision directly when there is no space to store it', async () => {
  const { service, decide } = fullDevice();
  expect(await decide()).toEqual([{ state: 'sent' }]);
  expect(service.effects.get('k1')).toHaveLength(1);
});

it('reports a lost answer of a direct send, and the repeated decision is applied once', async () => {
  const { service, decide } = fullDevice();
  service.setLine('lost');
  expect(await decide()).toMatchObject([{ state: 'refused', refusal: { code: 'app.network_error' } }]);
  service.setLine('good');
  expect(await decide()).toEqual([{ state: 'sent' }]);
  expect(service.effects.get('k1')).toHaveLength(1);
});

it('warns that an earlier attempt may have succeeded only for decisions that were sent before', async () => {
  const sql = await openMemoryDatabase();
  await migrateLocal(sql);
  const service = createModelService();
  let isMember = true;
  const outbox = createTestOutbox(service, {
    sql: async () => sql,
    versionOf: () => (isMember ? 'eds-pro_16.2' : null),
  });
  service.setLine('lost');
  await outbox.submit([createDecision('k1')]);
  isMember = false;
  service.setLine('good');
  await outbox.submit([createDecision('k2')]);
  const refusals = (await outbox.list()).map(({ subject, refusal }) => [subject, refusal?.mayStand ?? false]);
  expect(refusals).toEqual([
    ['k1', true],
    ['k2', false],
  ]);
  await sql.close();
});

it('keeps a refusal pending while the check for an earlier success fails', async () => {
  const sql = await openMemoryDatabase();
  await migrateLocal(sql);
  const service = createModelService();
  const looks: ApiError[] = [];
  const call = (async (name: never, options: never) => {
    const failure = String(name).startsWith('GET') ? looks.shift() : undefined;
    if (failure !== undefined) throw failure;
    return service.api.call(name, options);
  }) as Api['call'];
  const outbox = createTestOutbox(service, { sql: async () => sql, api: { ...service.api, call } });
  const decide = (...subjects: string[]) => outbox.submit(subjects.map((subject) => createDecision(subject)));
  const stand = async () =>
    (await outbox.list()).map(({ subject, state, refusal }) => [subject, state, refusal?.mayStand ?? false]);

  service.setLine('lost');
  await decide('over-1', 'k1', 'over-2');
  service.setLine('good');
  looks.push(new ApiError({ kind: 'http', status: 500, code: 'app.unknown_error', message: '' }));
  looks.push(new ApiError({ kind: 'network', code: 'app.network_error', message: '' }));
  await outbox.flush();
  expect(await stand()).toEqual([
    ['over-1', 'waiting', false],
    ['over-2', 'waiting', false],
  ]);
  // A user without access never gets the result. The other decision gets its real result.
  looks.push(new ApiError({ kind: 'http', status: 403, code: 'work.not_allowed', message: '' }));
  await outbox.flush();
  expect(await stand()).toEqual([
    ['over-1', 'refused', true],
    ['over-2', 'refused', false],
  ]);
  await sql.close();
});

it('stores a decision once when the connection ends right after it was stored', async () => {
  const sql = await openMemoryDatabase();
  await migrateLocal(sql);
  let isCut = false;
  const cutOnce: SqlPort = {
    ...sql,
    query: async (statement, params) => {
      const result = await sql.query(statement, params);
      if (isCut || !statement.startsWith('insert')) return result;
      isCut = true;
      throw new StorageError('storage.interrupted');
    },
  };
  const service = createModelService();
  const newKey = vi.fn<() => string>(() => crypto.randomUUID());
  const outbox = createTestOutbox(service, { sql: async () => cutOnce, newKey });
  const outcomes = await outbox.submit([createDecision()]);
  expect(outcomes).toMatchObject([{ state: 'waiting' }]);
  // The request used the stored key, and the outbox is empty.
  expect(newKey).toHaveBeenCalledTimes(1);
  expect(service.effects.get('k1')).toHaveLength(1);
  expect(await outbox.list()).toEqual([]);
});

it('does not send a decision directly when it is unknown whether it is stored', async () => {
  const service = createModelService();
  const outbox = createTestOutbox(service, {
    sql: () => Promise.reject(new StorageError('storage.interrupted')),
  });
  await expect(outbox.submit([createDecision()])).rejects.toMatchObject({ code: 'storage.interrupted' });
  expect(service.effects.get('k1')).toBeUndefined();
});

it('stores the decisions of one call in one statement, and replaces refused ones', async () => {
  const sql = await openMemoryDatabase();
  await migrateLocal(sql);
  const rows = outboxOf(sql, 'a1');
  const metadata = { requestKey: 'r1', createAt: 0 };
  const [first] = await rows.insert([createDecision('k1')], metadata);
  await rows.markRefused(first ?? 0, { code: 'work.task_state_error', params: {} });
  const statements: string[] = [];
  const counted = outboxOf(
    {
      query: (statement, params) => {
        statements.push(statement);
        return sql.query(statement, params);
      },
      run: (statement, params) => {
        statements.push(statement);
        return sql.run(statement, params);
      },
    },
    'a1',
  );
  const decisions = [
    createDecision('k1'),
    { ...createDecision('k2'), notBefore: 5000, stage: 2 },
    createDecision('k1'),
  ];
  const seqs = await counted.insert(decisions, { ...metadata, requestKey: 'r2' });
  expect(statements).toHaveLength(1);
  expect(seqs).toEqual([expect.any(Number), expect.any(Number), null]);
  expect(await rows.list()).toMatchObject([
    { seq: seqs[0], subject: 'k1', state: 'waiting', notBefore: null, stage: null, requestKey: 'r2' },
    { seq: seqs[1], subject: 'k2', state: 'waiting', notBefore: 5000, stage: 2, requestKey: 'r2' },
  ]);
  expect(await counted.insert([createDecision('k2')], metadata)).toEqual([null]);
});
