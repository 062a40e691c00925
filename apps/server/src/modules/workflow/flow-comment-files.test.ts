import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { noticesOf } from '../../../testing/notices.ts';
import { createRequester, type PersonName, people, useWorld } from '../../../testing/world.ts';
import { requireReadable } from '../files/files.usecases.ts';
import { startWorkflowJobs } from './workflow.job.ts';

const world = useWorld();
const ask = createRequester(world);
beforeAll(async () => {
  await startWorkflowJobs(world.jobs, world.services);
});

const bytes = (text: string) => new TextEncoder().encode(text);
const store = (fid: PersonName, name = '依据.txt', tid: 'one' | 'two' = 'one') =>
  world.store(name, bytes(randomUUID()), { fid, tid });
const comment = (name: PersonName, flowID: string, body: object, headers = {}) =>
  ask(name, `POST /flows/${flowID}/comments`, { text: '', ...body }, headers);
const attach = async (name: PersonName, flowID: string) => {
  const uri = await store(name);
  expect((await comment(name, flowID, { files: [uri] })).status).toBe(200);
  return uri;
};
const commentsOf = async (name: PersonName, flowID: string) =>
  (await ask(name, `GET /flows/${flowID}/comments`)).body;
const opens = (fid: PersonName, uri: string, tid = 'one') =>
  requireReadable(world.services.db, { tid, fid }, uri).then(
    () => true,
    () => false,
  );
const applyForDecryption = async () =>
  world.apply({ type: 'file_decryption', files: [await world.store('合同.txt', bytes(randomUUID()))] });
const holdersOf = (uri: string) =>
  world.services.db.selectFrom('file_access').select('holder').where('uri', '=', uri).execute();

test('a comment has files, with or without text', async () => {
  const flowID = await world.apply();
  const uris = [await store('ann', '甲.txt'), await store('ann', '乙.txt')];
  const sent = await comment('ann', flowID, { files: [...uris, uris[0]] });
  const files = ['甲.txt', '乙.txt'].map((name, index) => ({
    uri: uris[index],
    name,
    size: 36,
    mimeType: 'text/plain',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    encrypted: false,
  }));
  expect(sent.body.data).toMatchObject({ text: '', files });
  world.clock += 1_000;
  await comment('lin', flowID, { text: '收到' });
  const { data } = await commentsOf('bob', flowID);
  expect([data[0].files, data[1].files]).toEqual([undefined, files]);
});

test('exactly the people who see a comment open its files', async () => {
  const flowID = await applyForDecryption();
  const uri = await attach('ann', flowID);
  const expectReaders = async (readers: readonly PersonName[]) => {
    for (const name of people) {
      const sees = (await ask(name, `GET /flows/${flowID}/comments`)).status === 200;
      expect([name, sees, await opens(name, uri)]).toEqual([
        name,
        readers.includes(name),
        readers.includes(name),
      ]);
    }
  };
  await expectReaders(['lin', 'ann', 'bob']);
  // The database decides by its own clock who reads a file as deputy.
  const { clock } = world;
  world.clock = Date.now();
  expect((await ask('bob', 'POST /user-absences', { deputy: 'eve' })).status).toBe(200);
  world.clock = clock;
  await expectReaders(['lin', 'ann', 'bob', 'eve']);
  await world.services.db.deleteFrom('absences').execute();
  await expectReaders(['lin', 'ann', 'bob']);
  // People who get a task later read the comments that were made before.
  for (const name of ['ann', 'bob'] as const) {
    const task = (await ask(name, `GET /flows/${flowID}`)).body.data.myTask;
    await ask(name, `POST /tasks/${task.id}/actions/approve`, { remark: '' });
  }
  await expectReaders(['lin', 'ann', 'bob', 'cat']);
  expect(await opens('lin', uri, 'two')).toBe(false);
});

test('a deputy attaches files, which the others open', async () => {
  const flowID = await world.apply();
  await ask('ann', 'POST /user-absences', { deputy: 'eve' });
  const uri = await attach('eve', flowID);
  await world.services.db.deleteFrom('absences').execute();
  expect([await opens('lin', uri), await opens('ann', uri)]).toEqual([true, true]);
  expect((await comment('eve', flowID, { files: [await store('eve')] })).body.code).toBe(
    'work.flow_not_found',
  );
});

test('files of comments are none of the application, and never decided on', async () => {
  const flowID = await applyForDecryption();
  const read = async () =>
    Promise.all(
      ['', '/files', '/process', '/versions'].map((part) => ask('ann', `GET /flows/${flowID}${part}`)),
    );
  const before = (await read()).map(({ body }) => body);
  const uri = await attach('lin', flowID);
  expect((await read()).map(({ body }) => body)).toEqual(before);
  const application = { type: 'file_decryption', title: '申请', description: '', files: [uri] };
  const applied = await ask('lin', 'POST /user-flows', application);
  expect([applied.status, applied.body.code]).toEqual([409, 'work.comment_file_in_use']);
  const draft = await ask('lin', 'POST /user-flows', { ...application, files: [], submit: false });
  const changed = await ask('lin', `PUT /flows/${draft.body.data.id}`, application);
  expect(changed.body.code).toBe('work.comment_file_in_use');
});

describe('a file is bound only once, by its owner', () => {
  const bind = async (flowID: string, uri: string) =>
    (await comment('ann', flowID, { files: [await store('ann'), uri] })).body.code;

  test('not that of another person or tenant, or one that does not exist', async () => {
    const flowID = await world.apply();
    for (const uri of [await store('bob'), await store('lin', 'a.txt', 'two'), randomUUID()])
      expect(await bind(flowID, uri)).toBe('file.file_does_not_exist');
    const [own] = [await store('lin', 'a.txt', 'two')];
    expect((await comment('lin', flowID, { files: [own] })).body.code).toBe('file.file_does_not_exist');
    expect((await commentsOf('ann', flowID)).total).toBe(0);
  });

  test('not that of another comment, here or elsewhere, or of an application', async () => {
    const flowID = await world.apply();
    const uri = await attach('ann', flowID);
    for (const other of [flowID, await world.apply()])
      expect(await bind(other, uri)).toBe('work.comment_file_in_use');
    const own = await world.store('合同.txt', bytes(randomUUID()));
    const applied = await world.apply({ type: 'file_decryption', files: [own] });
    for (const other of [flowID, applied])
      expect((await comment('lin', other, { files: [own] })).body.code).toBe('work.comment_file_in_use');
    expect((await commentsOf('ann', flowID)).total).toBe(1);
  });

  test('by one of two comments at the same time', async () => {
    const [one, two] = [await world.apply(), await world.apply()];
    const uri = await store('ann');
    const sent = await Promise.all([one, two].map((flowID) => comment('ann', flowID, { files: [uri] })));
    expect(sent.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    expect(await holdersOf(uri)).toHaveLength(5);
  });
});

test('a repeated request binds its files once', async () => {
  const flowID = await world.apply();
  const key = { 'idempotency-key': 'comment-file-0001' };
  const files = [await store('ann')];
  const [one, two] = await Promise.all([
    comment('ann', flowID, { files }, key),
    comment('ann', flowID, { files }, key),
  ]);
  expect([one.status, one.body]).toEqual([200, two.body]);
  expect((await commentsOf('ann', flowID)).total).toBe(1);
  expect((await comment('ann', flowID, { text: '其他' }, key)).body.code).toBe('work.idempotency_key_reused');
});

test('a comment has five files at most, and a rejected one binds none', async () => {
  const flowID = await world.apply();
  const files = await Promise.all(Array.from({ length: 6 }, () => store('ann')));
  expect((await comment('ann', flowID, { files })).status).toBe(400);
  expect((await comment('ann', flowID, { files: [] })).status).toBe(400);
  for (let index = 0; index < 10; index += 1) await comment('ann', flowID, { text: `${index}` });
  const five = files.slice(0, 5);
  expect((await comment('ann', flowID, { files: five })).body.code).toBe('work.comments_too_frequent');
  expect((await comment('eve', flowID, { files: [await store('eve')] })).body.code).toBe(
    'work.flow_not_found',
  );
  expect(await Promise.all(five.map(holdersOf))).toEqual([[], [], [], [], []]);
  expect((await comment('ann', await world.apply(), { files: five })).body.data.files).toHaveLength(5);
});

test('notices and records say that there are files, without their names', async () => {
  const flowID = await world.apply();
  const files = [await store('ann', '工资.txt'), await store('ann', '工资.txt')];
  const sent = await comment('ann', flowID, { files });
  const digests = sent.body.data.files.map(({ sha256 }: { sha256: string }) => sha256);
  const more = [await store('ann', '工资.txt')];
  await comment('ann', flowID, { text: '请看', files: more, mentions: ['bob'] });
  await eventually(async () =>
    expect(
      (await noticesOf(world, 'bob', flowID)).filter((text) => /提到|评论/.test(text)).toSorted(),
    ).toEqual([
      '提到您：可信邮箱申请|ANN在“申请可信邮箱”中提到了您：请看（含 1 个附件）',
      '评论：可信邮箱申请|ANN在“申请可信邮箱”中发表了评论（含 2 个附件）',
    ]),
  );
  const { db } = world.services;
  const posted = await db.selectFrom('messages').select(['text', 'texts', 'english', 'link']).execute();
  expect(JSON.stringify(posted)).toContain('ANN commented in “申请可信邮箱” (2 attachments)');
  expect(JSON.stringify(posted)).toContain('mentioned you in “申请可信邮箱”: 请看 (1 attachment)');
  expect(JSON.stringify(posted)).not.toContain('工资');
  const records = await db.selectFrom('audit_records').selectAll().where('subject', '=', flowID).execute();
  const digestsOf = (act: string) =>
    records.filter((record) => record.act === act).map(({ sha256 }) => sha256);
  expect(digestsOf('flow.commented')).toEqual([null, null]);
  expect(digestsOf('flow.comment_file_added')).toEqual(expect.arrayContaining(digests));
  expect(digestsOf('flow.comment_file_added')).toHaveLength(3);
  expect(JSON.stringify(records)).not.toContain('工资');
});
