import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../testing/database.ts';
import { latestMigration } from '../../infra/database/index.ts';
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
  const { zh: _, ...english } = both;

  const nodes = async (...rows: readonly (readonly [migration: string | null, minutes: number])[]) => {
    await sql`delete from nodes`.execute(database.handle);
    for (const [migration, minutes] of rows) {
      await sql`
        insert into nodes (node, version, runtime_version, started_at, heartbeat_at, migration)
        select count(*)::text, '0', '0', now() - ${minutes} * interval '1 minute', now(), ${migration} from nodes
      `.execute(database.handle);
    }
  };
  let posted = 0;
  const postBoth = async () => {
    const [message] = await postMessages(database.handle, [
      { ...post('li'), title: titles, text: texts, idempotencyKey: `both-${(posted += 1)}` },
    ]);
    return message ?? expect.fail('it was not posted');
  };
  const stored = async () => {
    const { msgID } = await postBoth();
    const row = await database.handle
      .selectFrom('messages')
      .select(['title', 'text', 'texts'])
      .where('message_id', '=', msgID)
      .executeTakeFirstOrThrow();
    expect([row.title, row.text]).toEqual([titles.zh, texts.zh]);
    return row.texts;
  };

  test('has its Chinese text once, as soon as every node reads the columns', async () => {
    await nodes();
    expect(await stored()).toEqual(both);
    await nodes([latestMigration, 5], [null, 5]);
    expect(await stored()).toEqual(both);
    await nodes([latestMigration, 5], ['056-retention', 5]);
    expect(await stored()).toEqual(both);
    await nodes([latestMigration, 5], [latestMigration, 0.5]);
    expect(await stored()).toEqual(both);
    await nodes([latestMigration, 5], [latestMigration, 2]);
    expect(await stored()).toEqual(english);
  });

  test('is shown and found in both, however it is stored', async () => {
    const { handle: db } = database;
    for (const rows of [[], [[latestMigration, 5]]] as const) {
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
