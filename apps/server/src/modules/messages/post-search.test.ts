import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import type { DatabaseConnection } from '../../infra/database/index.ts';
import { countPosts, selectPosts } from './posts.repository.ts';

const postCount = 6000;
let connection: DatabaseConnection;

beforeAll(async () => {
  connection = await openTestDatabase();
  const { handle } = connection;
  await sql`insert into tenants (tid, name, service_version, licence_key_id) values ('t', 'T', 'x', 'k'), ('o', 'O', 'x', 'l')`.execute(
    handle,
  );
  // Every hundredth post is of the other tenant; characters of the text differ between posts.
  const batch = 2000;
  for (let from = 0; from < postCount; from += batch)
    await sql`
    insert into message_posts (post_id, tid, sender, idempotency_key, digest, created_at, send_at, content)
    select 'p' || n, case when n % 100 = 0 then 'o' else 't' end, 's', 'k' || n, '', now() - n * interval '1 minute', now(),
      jsonb_build_object('type', 'text', 'title', '通知 ' || n, 'en', null,
        'text', chr(19968 + n % 7000) || chr(19968 + (n * 7) % 7001) || ' 请各部门按时提交季度报告 ' || md5(n::text))
    from generate_series(${sql.lit(from + 1)}, ${sql.lit(from + batch)}) as n`.execute(handle);
  await sql`vacuum analyze message_posts`.execute(handle);
}, 120_000);
afterAll(() => connection.close());

const rare = `${String.fromCodePoint(19_968 + 4242)}${String.fromCodePoint(19_968 + ((4242 * 7) % 7001))}`;
const find = (keyword: string) => selectPosts(connection.handle, { tid: 't', keyword, skip: 0, limit: 20 });
const titles = async (keyword: string) => (await find(keyword)).map(({ title }) => title);

test.each([
  ['two characters', rare],
  ['one character', String.fromCodePoint(19_968 + 4242)],
  ['a title', '通知 4242'],
  ['capital letters', 'A1D0C6E83F027327D8461063F4AC58A6'],
  ['a word of every post', '季度报告'],
] as const)('the search of posts reads the index: %s', async (_, keyword) => {
  const plan = await connection.handle.transaction().execute(async (transaction) => {
    // As in a large table: several processes share a scan that the planner expects to compute the parts of each text.
    await sql`set local min_parallel_table_scan_size = 0`.execute(transaction);
    return sql<{ 'QUERY PLAN': string }>`
      explain select count(*) from message_posts as post where tid = 't'
        and post_grams(post.tid, post.search_text) @> keyword_pairs('t', ${sql.lit(keyword)})
        and post.search_text like ${sql.lit(`%${keyword.toLowerCase()}%`)}`.execute(transaction);
  });
  const lines = plan.rows.map((row) => row['QUERY PLAN']);

  expect(lines.some((line) => line.includes('message_posts_search'))).toBe(true);
  expect(lines.filter((line) => /Seq Scan|Parallel/.test(line))).toEqual([]);
});

test('finds parts of one and two characters of any letter case, of the own tenant only', async () => {
  expect(await titles(rare)).toEqual(['通知 4242']);
  expect(await titles('通知 4200')).toEqual([]);
  expect(await titles('季度')).toHaveLength(20);
  expect(await titles('季报')).toEqual([]);
  expect(await titles('%')).toEqual([]);
  expect(await countPosts(connection.handle, { tid: 't', keyword: '季度' })).toBe(postCount * 0.99);
});

test('finds a post by the text of its messages in both languages, until the last of them is deleted', async () => {
  const { handle } = connection;
  await sql`
    insert into message_posts (post_id, tid, sender, idempotency_key, digest, created_at)
    values ('sent', 't', 's', 'sent', '', now())`.execute(handle);
  await sql`
    insert into message_channels (session_id, key, kind, tid, title, updated_at)
    values ('c', 'c', 'announcement', 't', '通知', now())`.execute(handle);
  const texts = JSON.stringify({ en: { title: 'Canteen', text: 'Closed on Friday' } });
  await sql`
    insert into messages (session_id, sequence, message_id, type, title, text, texts, post_id, idempotency_key, created_at)
    select 'c', n, 'm' || n, 'announcement', '食堂', '周五停业', ${texts}::jsonb, 'sent', 'i' || n, now()
    from generate_series(1, 2) as n`.execute(handle);
  for (const keyword of ['食堂', '停业', 'canteen', 'FRIDAY'])
    expect(await titles(keyword)).toEqual(['食堂']);
  await sql`delete from messages where message_id = 'm1'`.execute(handle);
  expect(await titles('食堂')).toEqual(['食堂']);
  await sql`delete from messages where message_id = 'm2'`.execute(handle);
  const { rows } = await sql`select search_text from message_posts where post_id = 'sent'`.execute(handle);
  expect(rows).toEqual([{ search_text: null }]);
});
