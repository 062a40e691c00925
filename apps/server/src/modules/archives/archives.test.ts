import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { KillStep } from '../../../testing/archive-process.ts';
import { testCheckpoints } from '../../../testing/chain.ts';
import { dropTestDatabase, openTestDatabase } from '../../../testing/database.ts';
import { makeTestFolder } from '../../../testing/folder.ts';
import { openTestS3 } from '../../../testing/s3.ts';
import { openTestService } from '../../../testing/service.ts';
import { seedDemo } from '../../app/demo/seed-demo.usecases.ts';
import { isConnectionLost } from '../../infra/database/database.errors.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { openFolderStore } from '../../infra/objects/folder.adapter.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import { openS3Store } from '../../infra/objects/s3.adapter.ts';
import { createStatementReader } from '../../infra/tokens/statements.util.ts';
import { deleteSubjects } from '../audit/subjects.usecases.ts';
import { deleteOrphanedObjects } from '../files/orphaned-objects.usecases.ts';
import { verifyArchives } from './archive-check.usecases.ts';
import { digestOf, packArchive, readArchive } from './archive-file.usecases.ts';
import { exportArchive, listArchives } from './archives.usecases.ts';
import { type ArchiveServices, archiveApplications } from './archiving.usecases.ts';

const dayMs = 86_400_000;
const ended = sql`state in ('finished', 'rejected', 'canceled', 'terminated', 'not_processed')`;
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid: 'test' };
const key = { kid: 'test', publicJwk, privateKey, signsFrom: 0, verifiesUntil: null, withdrawnAt: null };
const operator = { kind: 'operator', tid: 'huachen', operatorID: 'op' } as const;

/** A copy of the demo's database and objects. */
interface Store {
  readonly db: DatabaseHandle;
  readonly databaseUrl: string;
  readonly objectsFolder: string;
  readonly objects: ObjectStore;
  close(): Promise<void>;
}

/** Each test changes the demo, and copying it is quicker than seeding it again. */
let demo: { readonly database: string; readonly folder: string };
beforeAll(async () => {
  const service = await openTestService();
  await seedDemo(service);
  // The demo has few ended applications.
  await sql`update flows set state = 'finished' where tid = 'huachen' and flow_id in (
    select flow_id from flows where tid = 'huachen' order by flow_id limit 6)`.execute(service.db);
  demo = { database: await service.closeAsTemplate(), folder: service.folder };
});
afterAll(() => dropTestDatabase(demo.database));

let store: Store;
let services: ArchiveServices;
beforeEach(async () => {
  const database = await openTestDatabase(demo.database);
  const objectsFolder = join(makeTestFolder(), 'objects');
  cpSync(join(demo.folder, 'objects'), objectsFolder, { recursive: true });
  const objects = await openFolderStore(objectsFolder);
  store = {
    db: database.handle,
    databaseUrl: database.url,
    objectsFolder,
    objects,
    close: database.close,
  };
  services = { chains: testCheckpoints(store.db, key), objects };
});
afterEach(() => store.close());

const before = () => new Date(Date.now() - 400 * dayMs);
const archive = () => archiveApplications(services, { tid: 'huachen', before: before() });
const verify = () => verifyArchives(services, operator);
const rows = async () => (await listArchives(store.db, { tid: 'huachen', skip: 0, limit: 100 })).data;
const path = (file: string) => join(store.objectsFolder, file.slice(-2), file);

/** Makes ended applications of the tenant old. @returns their ids. */
async function age(limit: number, days = 800): Promise<string[]> {
  const { rows: aged } = await sql<{ flow_id: string }>`
    update flows set updated_at = ${new Date(Date.now() - days * dayMs)} where flow_id in (
      select flow_id from flows where tid = 'huachen' and ${ended} and updated_at > ${before()}
      order by flow_id limit ${limit})
    returning flow_id`.execute(store.db);
  return aged.map((row) => row.flow_id).toSorted();
}

async function archivedIDs(): Promise<string[]> {
  const ids: string[] = [];
  for (const { file } of await rows()) {
    const found = await readArchive(readFileSync(path(file)), createStatementReader([publicJwk]));
    if (typeof found === 'string') throw new Error(found);
    ids.push(...found.lines.map((line) => JSON.parse(line).flow.flow_id));
  }
  return ids.toSorted();
}

async function countFlows(where = sql<boolean>`true`): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from flows where ${where}`.execute(store.db);
  return counted[0]?.count ?? 0;
}

test('an archive has what the deleted applications had, with pseudonyms of people; others stay', async () => {
  const aged = await age(3);
  // The applicant's own contact is personal data; another one is a fact of the application.
  await sql`update accounts set email = 'applicant@own.example' where aid in (
    select aid from memberships join flows on memberships.tid = flows.tid and fid = applicant_fid
    where flow_id = ${aged[0]})`.execute(store.db);
  await sql`update flows set details = '{"email": "applicant@own.example", "to": ["partner@other.example"]}'
    where flow_id = ${aged[0]}`.execute(store.db);
  const { rows: tasks } = await sql<{ task_id: string }>`
    select task_id from flow_tasks where flow_id = any(${aged}) order by task_id`.execute(store.db);
  const others = await countFlows(sql`not (flow_id = any(${aged}))`);
  expect(await archive()).toBe(aged.length);
  expect(await countFlows()).toBe(others);
  expect(await archivedIDs()).toEqual(aged);
  const [row] = await rows();
  const content = gunzipSync(readFileSync(path(row?.file ?? ''))).toString();
  for (const { task_id: task } of tasks) expect(content).toContain(task);
  expect(content).not.toContain('applicant@own.example');
  expect(content).toContain('partner@other.example');
  const { rows: people } = await sql<{ fid: string; aid: string }>`
    select fid, aid from memberships where tid = 'huachen' and aid is not null`.execute(store.db);
  for (const { fid, aid } of people)
    for (const id of [fid, aid]) expect(content).not.toContain(JSON.stringify(id));
  expect(await verify()).toMatchObject({ archives: 1, applications: aged.length, faults: [] });
  expect(await archive()).toBe(0);
});

test('an archive in S3 is verified, and one that is missing there is found', async () => {
  const s3 = await openTestS3();
  try {
    services = { ...services, objects: await openS3Store(s3.options) };
    const aged = await age(3);
    expect(await archive()).toBe(aged.length);
    expect(await verify()).toMatchObject({ archives: 1, applications: aged.length, faults: [] });
    const [row] = await rows();
    await services.objects.delete(row?.file ?? '');
    expect(await verify()).toMatchObject({ faults: [{ number: 1, fault: 'missing' }] });
  } finally {
    await s3.close();
  }
});

test('nothing is deleted while S3 fails, and the next run archives it', async () => {
  const s3 = await openTestS3();
  try {
    services = { ...services, objects: await openS3Store(s3.options) };
    const aged = await age(3);
    const count = await countFlows();
    s3.fail = (line) => (line.startsWith('PUT') ? 503 : undefined);
    await expect(archive()).rejects.toMatchObject({ code: 'objects.store_failed' });
    expect([await countFlows(), await rows()]).toEqual([count, []]);
    s3.fail = undefined;
    expect(await archive()).toBe(aged.length);
    expect(await verify()).toMatchObject({ archives: 1, applications: aged.length, faults: [] });
  } finally {
    await s3.close();
  }
});

test('a few applications wait a day for others', async () => {
  const aged = await age(2, 400.5);
  expect(await archive()).toBe(0);
  expect(await countFlows(sql`flow_id = any(${aged})`)).toBe(2);
  await sql`update flows set updated_at = updated_at - interval '1 day' where flow_id = any(${aged})`.execute(
    store.db,
  );
  expect(await archive()).toBe(2);
});

const steps: readonly KillStep[] = [
  'before the write',
  'after the write',
  'after the check',
  'after the commit',
];
test.each(steps)('a process that is killed %s loses nothing and archives nothing twice', async (step) => {
  const aged = await age(3);
  await store.objects.put('result-of-application', chunksOf('x'));
  await sql`
    insert into flow_results (flow_id, position, document_id, name, size, sha256, object_key, created_at)
    values (${aged[0]}, 99, ${randomUUID()}, 'n', 1, ${'0'.repeat(64)}, 'result-of-application', now())`.execute(
    store.db,
  );
  expect(await runProcess(step)).toEqual({ signal: 'SIGKILL', archived: '' });
  const isCommitted = step === 'after the commit';
  expect(await countFlows(sql`flow_id = any(${aged})`)).toBe(isCommitted ? 0 : aged.length);
  expect(await rows()).toHaveLength(isCommitted ? 1 : 0);
  await sql`update loose_objects set touched_at = now() - interval '2 hours' where touched_at > '-infinity'`.execute(
    store.db,
  );
  expect((await runProcess('never')).archived).toBe(isCommitted ? '0' : `${aged.length}`);
  await deleteOrphanedObjects(store);
  expect(await archivedIDs()).toEqual(aged);
  expect(await countFlows(sql`flow_id = any(${aged})`)).toBe(0);
  expect(await verify()).toMatchObject({ archives: 1, faults: [], chainBrokenAt: null });
  expect(await store.objects.size('result-of-application')).toBeUndefined();
  expect(await sql`select key from loose_objects`.execute(store.db)).toMatchObject({ rows: [] });
});

test('a transaction that is cut off leaves the applications, and the next run archives them', async () => {
  const aged = await age(2);
  await sql`
    create function cut_off() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    create trigger cut_off after insert on application_archives for each row execute function cut_off();
  `.execute(store.db);
  await expect(archive()).rejects.toSatisfy(isConnectionLost);
  expect(await countFlows(sql`flow_id = any(${aged})`)).toBe(aged.length);
  await sql`drop trigger cut_off on application_archives`.execute(store.db);
  expect(await archive()).toBe(aged.length);
  expect(await archivedIDs()).toEqual(aged);
});

test('applications that change while they are archived are archived as they are then', async () => {
  const [flow] = await age(1);
  const objects: ArchiveServices['objects'] = {
    ...store.objects,
    put: async (name, content) => {
      await sql`update flows set title = 'changed' where flow_id = ${flow}`.execute(store.db);
      return store.objects.put(name, content);
    },
  };
  const archiving = archiveApplications({ ...services, objects }, { tid: 'huachen', before: before() });
  await expect(archiving).rejects.toThrow('changed while they were archived');
  expect([await rows(), await countFlows(sql`flow_id = ${flow}`)]).toEqual([[], 1]);
  await archive();
  expect(gunzipSync(readFileSync(path((await rows())[0]?.file ?? ''))).toString()).toContain(
    '"title":"changed"',
  );
});

describe('a changed store or database is reported with the names of the archives', () => {
  beforeEach(async () => {
    for (let count = 0; count < 3; count += 1) {
      await age(1);
      await archive();
    }
  });
  const faults = async () => (await verify()).faults.map(({ number, file, fault }) => [number, file, fault]);

  test('a flipped byte, a missing file and swapped files', async () => {
    const [first, second, third] = await rows();
    expect(await faults()).toEqual([]);
    const paths = [first, second, third].map((row) => path(row?.file ?? ''));
    const bytes = paths.map((file) => readFileSync(file));
    const flipped = Buffer.from(bytes[1] ?? []);
    flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1;
    writeFileSync(paths[1] ?? '', flipped);
    expect(await faults()).toEqual([[2, second?.file, 'changed']]);
    await store.objects.delete(second?.file ?? '');
    expect(await faults()).toEqual([[2, second?.file, 'missing']]);
    writeFileSync(paths[1] ?? '', bytes[2] ?? '');
    writeFileSync(paths[2] ?? '', bytes[1] ?? '');
    expect(await faults()).toEqual([
      [2, second?.file, 'swapped'],
      [3, third?.file, 'swapped'],
    ]);
    expect(first?.number).toBe(1);
  });

  test('an archive that was removed with its row, in the middle and at the end', async () => {
    const [, second, third] = await rows();
    const remove = (archiveID: string | undefined) =>
      sql`delete from application_archives where archive_id = ${archiveID}`.execute(store.db);
    await remove(third?.archiveID);
    expect(await faults()).toEqual([[null, null, 'removed']]);
    await remove(second?.archiveID);
    expect((await verify()).faults.map(({ archiveID }) => archiveID)).toEqual([
      second?.archiveID,
      third?.archiveID,
    ]);
  });

  test('an archive of another signing key, and one without an audit record', async () => {
    const other = { ...services, chains: testCheckpoints(store.db) };
    const found = await verifyArchives(other, operator);
    expect(found.faults.map(({ fault }) => fault)).toEqual(['signature', 'signature', 'signature']);
    const [, , third] = await rows();
    const written = await readArchive(readFileSync(path(third?.file ?? '')), undefined);
    if (typeof written === 'string') throw new Error(written);
    const rewritten = await packArchive(services.chains.statements, ['{}'], written.claims);
    writeFileSync(path(third?.file ?? ''), rewritten);
    await sql`update application_archives set sha256 = ${digestOf(rewritten)}
      where archive_id = ${third?.archiveID}`.execute(store.db);
    expect(await faults()).toEqual([[3, third?.file, 'unrecorded']]);
  });
});

test('an export names people until their data is deleted, and stays verifiable', async () => {
  await age(1);
  await archive();
  const [row] = await rows();
  const lines = async () => {
    let all = '';
    for await (const line of await exportArchive(services, operator, row?.archiveID ?? '')) all += line;
    return all;
  };
  const before = await lines();
  const ids = JSON.parse(before.trimEnd().split('\n').at(-1) ?? '').ids as Record<string, string>;
  const { rows: applicants } = await sql<{ fid: string }>`
    select fid from memberships where tid = 'huachen' and fid = any(${Object.values(ids)})`.execute(store.db);
  expect(applicants.length).toBeGreaterThan(0);
  for (const { fid: id } of applicants)
    await store.db
      .transaction()
      .execute((transaction) => deleteSubjects(transaction, [{ kind: 'member', tid: 'huachen', id }]));
  const after = await lines();
  for (const { fid } of applicants) expect(after).not.toContain(JSON.stringify(fid));
  expect(await readArchive(Buffer.from(after), createStatementReader([publicJwk]))).toMatchObject({
    claims: { number: 1, previous: null },
  });
  expect(await readArchive(Buffer.from(after.replace('"tasks"', '"Tasks"')), undefined)).toBe('changed');
  const elsewhere = { ...operator, tid: 'lanhai' };
  await expect(exportArchive(services, elsewhere, row?.archiveID ?? '')).rejects.toMatchObject({
    code: 'admin.archive_not_found',
  });
});

function runProcess(step: KillStep): Promise<{ signal: string | null; archived: string }> {
  const order = {
    databaseUrl: store.databaseUrl,
    objectsFolder: store.objectsFolder,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    tid: 'huachen',
    before: before().getTime(),
    step,
  };
  const script = join(import.meta.dirname, '../../../testing/archive-process.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return Promise.all([once(child, 'exit'), text(child.stdout)]).then(([[, signal], archived]) => ({
    signal,
    archived,
  }));
}

async function* chunksOf(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}
