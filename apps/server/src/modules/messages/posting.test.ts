import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../../testing/database.ts';
import { postAnnouncement, postMessages } from './messages.usecases.ts';

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
