import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts } from '../../../testing/accounts.ts';
import type { TestService } from '../../../testing/service.ts';
import { fileTokenOf, sendFile } from '../../../testing/uploads.ts';
import { adoptOrphan } from './orphaned-objects.repository.ts';
import {
  deleteIfOrphaned,
  deleteOrphanedObjects,
  markOrphaned,
  storeObject,
} from './orphaned-objects.usecases.ts';

let service: TestService;
beforeAll(async () => {
  service = await openAccounts();
});
afterAll(() => service.close());

const content = () => Readable.from([Buffer.from('x')]);
const check = async ({ size }: { size: number }) => size;

async function grow(key: string, minutes: number): Promise<void> {
  await sql`update loose_objects set touched_at = now() - make_interval(mins => ${minutes}) where key = ${key}`.execute(
    service.db,
  );
}

it('deletes an object that a crash left without a reference, after an hour', async () => {
  const [old, young] = [randomUUID(), randomUUID()];
  for (const key of [old, young]) {
    await service.db.insertInto('loose_objects').values({ key }).execute();
    await service.objects.put(key, content());
  }
  await grow(old, 61);
  await grow(young, 59);
  await Promise.all([deleteOrphanedObjects(service), deleteOrphanedObjects(service)]);
  expect([await service.objects.size(old), await service.objects.size(young)]).toEqual([undefined, 1]);
  await grow(young, 61);
  await deleteOrphanedObjects(service);
  expect(await service.objects.size(young)).toBeUndefined();
});

it('deletes the object of a row that was deleted before the node died', async () => {
  const token = await fileTokenOf(service, 'li');
  const { uri } = (await sendFile(service, token, 'x')).json();
  await service.db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('files').where('uri', '=', uri).execute();
    await markOrphaned(transaction, uri);
  });
  await grow(uri, 61);
  await deleteOrphanedObjects(service);
  expect(await service.objects.size(uri)).toBeUndefined();
});

it('never deletes an object that has a reference', async () => {
  const key = randomUUID();
  await storeObject(service, { key, content: content() }, { check, reference: async () => undefined });
  await deleteOrphanedObjects(service);
  expect(await service.objects.size(key)).toBe(1);
});

it('adds no reference to an object that is already due for deletion', async () => {
  const key = randomUUID();
  const slow = async () => {
    await grow(key, 61);
    await deleteOrphanedObjects(service);
    return 1;
  };
  const storing = storeObject(
    service,
    { key, content: content() },
    { check: slow, reference: async () => 'named' },
  );
  await expect(storing).rejects.toThrow('claimed for deletion');
  expect(await service.objects.size(key)).toBeUndefined();
});

it('leaves no object if the reference cannot be added', async () => {
  const key = randomUUID();
  const reference = () => Promise.reject(new Error('no name'));
  await expect(storeObject(service, { key, content: content() }, { check, reference })).rejects.toThrow(
    'no name',
  );
  expect(await service.objects.size(key)).toBeUndefined();
  expect(await service.db.selectFrom('loose_objects').selectAll().execute()).toEqual([]);
});

it('holds no database connection while the store does not respond', async () => {
  const key = randomUUID();
  await service.db.insertInto('loose_objects').values({ key }).execute();
  const { promise: deletionStarted, resolve: markStarted } = Promise.withResolvers<void>();
  const { promise: storeResponse, reject: failStore } = Promise.withResolvers<never>();
  const objects = {
    ...service.objects,
    delete: () => {
      markStarted();
      return storeResponse;
    },
  };
  const deleting = deleteIfOrphaned({ db: service.db, objects }, key);
  await deletionStarted;
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'
  `.execute(service.db);
  expect(rows).toEqual([]);
  // No new reference to the object is possible, however long the store takes.
  await expect(
    service.db.transaction().execute(async (transaction) => adoptOrphan(transaction, key)),
  ).resolves.toBe(false);
  failStore(new Error('no answer'));
  await deleting;
  await service.objects.put(key, content());
  await deleteOrphanedObjects(service);
  expect(await service.objects.size(key)).toBeUndefined();
  expect(await service.db.selectFrom('loose_objects').selectAll().where('key', '=', key).execute()).toEqual(
    [],
  );
});
