import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../testing/database.ts';
import { registerNodes, registerOwnRelease } from '../../../testing/nodes.ts';
import { latestMigration } from '../../infra/database/index.ts';
import { findPostedMessage } from './fanout.usecases.ts';
import { listMessages, listSessions, postAnnouncement, postMessages } from './messages.usecases.ts';

const database = useTestDatabase();

beforeAll(async () => {
  const { handle: db } = database;
  await sql`insert into accounts (aid, username, password_hash) values ('li', 'li', ''), ('wang', 'wang', '')`.execute(
    db,
  );
  await sql`
    insert into devices (aid, device_id, name, platform, agreement_key, signing_key, thumbprint)
    values ('li', 'phone', 'Phone', 'web', '{}', '{}', 'p')
  `.execute(db);
  await sql`
    insert into push_registrations (registration_id, aid, device_id, provider, token_digest, wrapped_token, language,
      created_at, updated_at)
    values ('r', 'li', 'phone', 'webpush', 'd', '', 'zh', now(), now())
  `.execute(db);
});

const post = (aid: string) =>
  ({
    channel: { key: `work::${aid}`, kind: 'work', title: '待办', tid: null, aid },
    type: 'text',
    title: '审批',
    text: aid,
    idempotencyKey: 'once',
    createAt: 1,
  }) as const;

test('a message has a fan-out exactly if its account has a registration, an announcement always', async () => {
  const { handle: db } = database;
  const personal = await postMessages(db, [post('li'), post('wang')]);
  expect(personal).toHaveLength(2);
  const announcement = await postAnnouncement(db, {
    tid: null,
    sessionTitle: '公告',
    title: '放假',
    text: '周五',
    idempotencyKey: 'a',
    createAt: 2,
  });
  const rows = await db.selectFrom('message_fanout').select('message_id').execute();
  expect(new Set(rows.map((row) => row.message_id))).toEqual(
    new Set([personal[0]?.msgID, announcement.msgID]),
  );
});

test('the first messages of a session, posted simultaneously, are numbered without gaps and stored once', async () => {
  const { handle: db } = database;
  const channel = { key: 'work::new', kind: 'work', title: '待办', tid: null, aid: 'wang' } as const;
  const keys = ['a', 'b', 'c', 'd', 'e', 'a'];
  const results = await Promise.all(
    keys.map((idempotencyKey) =>
      postMessages(db, [
        { ...post('li'), idempotencyKey: `beside-${idempotencyKey}` },
        { ...post('wang'), channel, idempotencyKey },
      ]),
    ),
  );
  expect(new Set(results.map(([, message]) => message?.sessionID)).size).toBe(1);
  expect(new Set(results.map(([, message]) => message?.msgID)).size).toBe(5);
  const { rows } = await sql<{ sequence: number; last_sequence: number }>`
    select sequence, last_sequence from messages join message_channels using (session_id) where key = 'work::new'
    order by sequence`.execute(db);
  expect(rows).toEqual([1, 2, 3, 4, 5].map((sequence) => ({ sequence, last_sequence: 5 })));
});

describe('a message in two languages', () => {
  const titles = { zh: '审批', en: 'Approval' };
  const texts = { zh: '请审批', en: 'Please approve' };
  const both = { zh: { title: titles.zh, text: texts.zh }, en: { title: titles.en, text: texts.en } };
  let posted = 0;
  const postBoth = async () => {
    const [message] = await postMessages(database.handle, [
      { ...post('li'), title: titles, text: texts, idempotencyKey: `both-${(posted += 1)}` },
    ]);
    return message ?? expect.fail('it was not posted');
  };
  const stored = async () => {
    const { msgID } = await postBoth();
    const { rows } = await sql<{ title: string; text: string; texts: object | null; english: string | null }>`
      select title, text, texts, english from message_with_id(${msgID})`.execute(database.handle);
    const [row] = rows;
    expect([row?.title, row?.text]).toEqual([titles.zh, texts.zh]);
    return [row?.texts, row?.english];
  };
  const nodes = (
    ...rows: Parameters<typeof registerNodes> extends [unknown, ...infer Nodes] ? Nodes : never
  ) => registerNodes(database.handle, ...rows);

  test('has each text once, as soon as every node reads its columns', async () => {
    await nodes();
    expect(await stored()).toEqual([both, null]);
    await nodes([latestMigration, 5], [null, 5]);
    expect(await stored()).toEqual([both, null]);
    await nodes([latestMigration, 5], ['056-retention', 5]);
    expect(await stored()).toEqual([both, null]);
    await nodes([latestMigration, 5], [latestMigration, 0.5]);
    expect(await stored()).toEqual([both, null]);
    await nodes([latestMigration, 5], ['057-smaller-messages', 5]);
    expect(await stored()).toEqual([{ en: both.en }, null]);
    await nodes([latestMigration, 5], [latestMigration, 2]);
    expect(await stored()).toEqual([null, `${titles.en}\n${texts.en}`]);
  });

  test('is shown and found in both, however it is stored', async () => {
    const { handle: db } = database;
    for (const rows of [[], [['057-smaller-messages', 5]], [[latestMigration, 5]]] as const) {
      await nodes(...rows);
      const { msgID, sessionID } = await postBoth();
      for (const language of ['zh', 'en'] as const) {
        const page = { skip: 0, limit: 1, keyword: texts[language] };
        const { data } = await listMessages(db, { aid: 'li', sessionID, query: page, language });
        expect(data).toMatchObject([{ msgID, title: titles[language], text: texts[language] }]);
        const sessions = await listSessions(db, { aid: 'li', query: { skip: 0, limit: 10 }, language });
        const session = sessions.data.find((one) => one.sessionID === sessionID);
        expect(session?.lastMsg).toMatchObject({ msgID, text: texts[language] });
      }
    }
  });
});

test.each([
  ['of the release before', '057-smaller-messages'],
  ['of this release', latestMigration],
])('a message is found by its id, with its link, while all nodes are %s', async (_, migration) => {
  const { handle: db } = database;
  await registerNodes(db, [migration, 5]);
  await sql`insert into tenants (tid, name, service_version, licence_key_id) values (${migration}, '甲', '1', ${migration})`.execute(
    db,
  );
  const channel = {
    key: `work:${migration}:li`,
    kind: 'work',
    title: '待办',
    tid: migration,
    aid: 'li',
  } as const;
  const link = { tid: migration, flowID: 'flow', taskID: null };
  const links = [
    { type: 'flow', link: { ...link, kind: 'flow' }, key: 'flow:flow:finished' },
    { type: 'task', link: { ...link, kind: 'task', taskID: 'one' }, key: 'task:one:opened' },
    { type: 'task', link: { ...link, kind: 'task', taskID: 'two' }, key: 'escalated:two:f' },
    { type: 'flow', link: { ...link, kind: 'flow', tid: 'other' }, key: 'other' },
    { type: 'text', link: null, key: 'text' },
  ] as const;
  const posted = await postMessages(
    db,
    links.map(({ key, ...parts }, index) => ({
      ...post('li'),
      ...parts,
      channel,
      idempotencyKey: key,
      createAt: index + 1,
    })),
  );
  const [{ sessionID } = { sessionID: '' }] = posted;
  const { data } = await listMessages(db, { aid: 'li', sessionID, query: { skip: 0, limit: 9 } });
  expect(data.toReversed().map(({ msgID, link: shown }) => [msgID, shown])).toEqual(
    posted.map(({ msgID }, index) => [msgID, links[index]?.link]),
  );
  for (const [index, { msgID }] of posted.entries())
    expect(await findPostedMessage(db, msgID)).toMatchObject({
      msgID,
      sessionID,
      createAt: index + 1,
      taskID: links[index]?.link?.taskID ?? null,
    });
  expect(await findPostedMessage(db, `${sessionID}.99`)).toBeUndefined();
  expect(await findPostedMessage(db, `${sessionID}.x`)).toBeUndefined();
});

describe('new messages', () => {
  const channel = (name: string) =>
    ({ key: `work:new:${name}`, kind: 'work', title: '待办', tid: null, aid: 'li' }) as const;
  const closed = (name: string, at: number, task = `${at}`) => ({
    ...post('li'),
    channel: channel(name),
    idempotencyKey: `task:${name}-${task}:closed`,
    createAt: at,
  });
  const stored = async (name: string) => {
    const { rows } = await sql<{ sequence: number; at: number }>`
      select sequence, (extract(epoch from messages.created_at) * 1000)::float8 as at
      from messages join message_channels using (session_id) where key = ${channel(name).key} order by sequence
    `.execute(database.handle);
    return rows.map(({ sequence, at }) => [sequence, at]);
  };
  const postNew = (...posts: Parameters<typeof postMessages>[1]) =>
    postMessages(database.handle, posts, { isRepeated: false });

  test('have ascending numbers and times in sessions that exist, begin, and get several at once', async () => {
    await registerOwnRelease(database.handle);
    await postNew(closed('old', 1000));
    await postNew(
      closed('old', 2000),
      closed('fresh', 2000),
      closed('old', 2000, 'other'),
      closed('old', 1500),
    );
    await postNew(closed('old', 1800), closed('old', 60_000));
    expect(await stored('old')).toEqual([
      [1, 1000],
      [2, 2000],
      [3, 2001],
      [4, 2002],
      [5, 2003],
      [6, 60_000],
    ]);
    expect(await stored('fresh')).toEqual([[1, 2000]]);
    const { rows } = await sql<{ last_sequence: number; at: number }>`
      select last_sequence, (extract(epoch from updated_at) * 1000)::float8 as at from message_channels
      where key = ${channel('old').key}`.execute(database.handle);
    expect(rows).toEqual([{ last_sequence: 6, at: 60_000 }]);
  });

  test('with one key are one message, and leave no gap', async () => {
    await postNew(closed('twice', 1000));
    await postNew(closed('twice', 2000), closed('twice', 2000), closed('twice', 2500));
    expect(await stored('twice')).toEqual([
      [1, 1000],
      [2, 2000],
      [3, 2500],
    ]);
  });

  test('of many transactions have each number once', async () => {
    const names = ['a', 'b', 'c'];
    await Promise.all(
      Array.from({ length: 12 }, (_, round) =>
        postNew(...names.map((name) => closed(`beside-${name}`, 1 + round))),
      ),
    );
    for (const name of names) {
      const rows = await stored(`beside-${name}`);
      expect(rows.map(([sequence]) => sequence)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
      expect(new Set(rows.map(([, at]) => at)).size).toBe(12);
    }
  });
});
