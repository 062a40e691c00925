import { rounded } from './stats.ts';

/** Reads a list of the tenant. @param query - path below `/api/v1/tenants/t` with its query. */
export type ReadList = (query: string) => Promise<{ total: number }>;

/** The organisation with 100,000 rows of each list, in SQL. The person with the index 0 administrates it. */
export const fillLists = (count: number): readonly string[] => [
  // Without references and triggers, as in `fillService`.
  `set session_replication_role = replica`,
  `insert into roles (tid, role_id, name, rights) values
    ('t', 'admins', 'Administrators', '{app_login,org_managment,Administration/administration}'),
    ('t', 'half', 'Half', '{app_login}')`,
  `insert into membership_roles (tid, fid, role_id) values ('t', 'f0', 'admins')`,
  `insert into membership_roles (tid, fid, role_id) select 't', 'f' || n, 'half' from generate_series(0, ${count - 1}, 2) n`,
  `insert into organisations (tid, org_id, name) select 't', 'o' || n, 'Department ' || n from generate_series(0, 9) n`,
  `update memberships set name =
    (array['张','王','李','赵','陈','刘','杨','黄','周','吴'])[1 + n % 10]
    || (array['伟','娜','强','静','洋','敏','磊','芳'])[1 + n % 8] || n,
    org_id = 'o' || case when n % 2 = 0 then 0 else n % 10 end,
    state = case when n % 50 = 49 then 'ended' when n % 20 = 1 then 'suspended' else 'active' end,
    created_at = now() - n * interval '1 minute'
    from generate_series(0, ${count - 1}) n where tid = 't' and fid = 'f' || n`,
  `insert into member_sign_ins (tid, fid, last_at) select 't', 'f' || n,
    case when n % 3 > 0 then now() - (n * 7919 % ${count}) * interval '1 minute' end from generate_series(0, ${count - 1}) n`,
  `update accounts set managed_by = 't', locked_until = case when n % 10 = 5 then now() + interval '1 day' end
    from generate_series(0, ${count - 1}) n where aid = 'a' || n`,
  `insert into devices (aid, device_id, name, platform, agreement_key, signing_key, thumbprint, created_at, last_seen_at,
      withdrawn_at, managed_by)
    select 'a' || n, 'd' || n, 'Chrome on Windows', (array['web','android','ios','other'])[1 + n % 4], '{}', '{}', 'd' || n,
      now() - n * interval '1 hour', now() - (n * 7919 % ${count}) * interval '1 minute',
      case when n % 25 = 0 then now() end, 't' from generate_series(0, ${count - 1}) n`,
  `insert into classifications (tid, id, name, level) select 't', 'c' || n, 'Class ' || n, n from generate_series(0, 3) n`,
  `insert into documents (tid, document_id, owner_fid, classification_id, size, mime_type, manifest_sha256, sealed_by,
      created_at, withdrawn_at)
    select 't', gen_random_uuid(), 'f' || n % 1000, 'c' || case when n % 10 < 7 then 0 else 1 + n % 3 end,
      n::bigint * 7919000 % 100000007, 'application/pdf', '', 'f1', now() - n * interval '5 minutes',
      case when n % 20 = 0 then now() end from generate_series(0, ${count - 1}) n`,
  `insert into audit_records (tid, at, act, decision, aid, fid, subject, count)
    select 't', now() - (${count} - n) * interval '1 minute', (array['account.signed_in','member.changed','rewrap'])[1 + n % 3],
      case when n % 30 = 0 then 'refused' else 'granted' end, 'a' || n % 500, 'f' || n % 500, 's' || n % 5000, 1
    from generate_series(0, ${count - 1}) n`,
  `insert into audit_links (chain, sequence, record, hash)
    select 't', row_number() over (order by id), id, '\\x00' from audit_records where tid = 't'`,
  // Characters that differ between posts, and words that all have. Without triggers the text of the search is written here.
  `create function post_words(n integer) returns text language sql immutable as
    $$ select chr(19968 + n % 7000) || chr(19968 + n * 7 % 7001) || ' 请各部门按时提交季度报告 ' || md5(n::text) $$`,
  // The index of the texts takes most of the time of filling: one statement for all exceeds its limit.
  ...Array.from(
    { length: 20 },
    (
      _,
      part,
    ) => `insert into message_posts (post_id, tid, sender, idempotency_key, digest, recipients, created_at, content,
      search_text)
    select 'p' || n, 't', 'f0', 'k' || n, '', 1, now() - n * interval '1 minute',
      jsonb_build_object('type', 'announcement', 'title', '通知 ' || n, 'text', post_words(n)),
      post_text('通知 ' || n, post_words(n), null)
    from generate_series(${part}, ${count - 1}, 20) n`,
  ),
  `insert into member_imports (tid, import_id, name, options, total, state, created_at)
    select 't', 'i' || n, 'people.xlsx', '{"createDepartments": true, "roles": []}', 1, 'done', now() - n * interval '1 minute'
    from generate_series(0, ${count - 1}) n`,
  `set session_replication_role = origin`,
  `vacuum analyze`,
];

const encoded = (keyword: string) => `keyword=${encodeURIComponent(keyword)}`;

const memberSorts = ['name', 'createAt', 'lastSignInAt', 'state'].flatMap((field) => [field, `-${field}`]);
const memberFilters: Readonly<Record<string, string>> = {
  none: '',
  'role of everyone': 'roleID=users',
  'role of half': 'roleID=half',
  'department of half': 'orgID=o0',
  active: 'state=active',
  suspended: 'state=suspended',
  locked: 'accountState=locked',
  surname: encoded('张'),
  digit: encoded('1'),
  'name and role': `${encoded('李强')}&roleID=users`,
  'role and state': 'roleID=users&state=active',
  'role, department and state': 'roleID=half&orgID=o0&state=active',
};

const otherLists: Readonly<Record<string, readonly string[]>> = {
  documents: ['', 'sort=size', 'sort=-size', 'classification=c0', 'owner=f5', 'withdrawn=false&sort=-size'],
  flows: ['', 'sort=updateAt', 'sort=title', 'sort=waitingSince', 'state=finished', encoded('77')],
  devices: ['', 'sort=createAt', 'platform=web', 'state=all', encoded('李强'), encoded('d4711')],
  messages: ['', 'state=sent'],
  // A word of all, of none, a number, a pair of characters of few, and one character.
  messageSearch: ['季度报告', '没有这个词', '4711', '一丁', '丁'].map(encoded),
  imports: ['', 'sort=createAt'],
};

interface Measured {
  readonly ms: number;
  readonly query: string;
  readonly page: string;
}

/** Each order of the list of people with each filter: the slowest combination, and all in ms for first, middle and last page. */
export async function measureMembers(read: ReadList) {
  const combinations: Record<string, Record<string, readonly number[]>> = {};
  const all: Measured[] = [];
  for (const [name, filter] of Object.entries(memberFilters)) {
    const bySort: Record<string, readonly number[]> = {};
    for (const sort of memberSorts) {
      const measured = await measurePages(read, `/admin/members?sort=${sort}${filter && `&${filter}`}`);
      bySort[sort] = measured.map(({ ms }) => ms);
      all.push(...measured);
    }
    combinations[name] = bySort;
  }
  return { worst: slowestOf(all), combinations };
}

/** The slowest page of each other list. */
export async function measureLists(read: ReadList): Promise<Record<string, Measured>> {
  const lists: Record<string, Measured> = {};
  for (const [name, queries] of Object.entries(otherLists)) {
    const measured: Measured[] = [];
    const list = name === 'messageSearch' ? 'messages' : name;
    for (const query of queries) measured.push(...(await measurePages(read, `/admin/${list}?${query}`)));
    lists[name] = slowestOf(measured);
  }
  // The console reads the audit by `before`, whose pages have no total.
  const audit = ['', '&act=member.changed', '&decision=refused'];
  const measured: Measured[] = [];
  for (const filter of audit) {
    for (const before of [100_001, 50_000, 101])
      measured.push(await measure(read, `/audit?before=${before}${filter}`, 'any'));
  }
  lists['audit'] = slowestOf(measured);
  return lists;
}

const pages = { first: 0, middle: 0.5, last: 1 };
const pageSize = 100;

async function measurePages(read: ReadList, query: string): Promise<Measured[]> {
  const { total } = await read(`${query}&limit=0`);
  const measured: Measured[] = [];
  for (const [page, share] of Object.entries(pages)) {
    const skip = Math.max(0, Math.min(Math.floor(total * share), total - pageSize));
    measured.push(await measure(read, `${query}&skip=${skip}`, page));
  }
  return measured;
}

/** The faster of two calls, because other processes share the cores. */
async function measure(read: ReadList, query: string, page: string): Promise<Measured> {
  const durations: number[] = [];
  for (let n = 0; n < 2; n += 1) {
    const start = performance.now();
    await read(`${query}&limit=${pageSize}`);
    durations.push(performance.now() - start);
  }
  return { ms: rounded(Math.min(...durations), 0), query, page };
}

const slowestOf = (measured: readonly Measured[]): Measured =>
  measured.reduce((slowest, one) => (one.ms > slowest.ms ? one : slowest));
