import { calls } from '@sealflow/contract/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testCheckpoints } from '../../../testing/chain.ts';
import { openTestService, type TestService } from '../../../testing/service.ts';
import { createAccount } from '../accounts/accounts.usecases.ts';
import { selectPseudonyms } from '../audit/subjects.usecases.ts';
import { addMember, createTenant } from '../tenants/tenants.usecases.ts';
import { readAccountParts, readMemberParts } from './export.repository.ts';
import { exportAccount } from './export.usecases.ts';
import { readTenantRows } from './tenant-data.repository.ts';

const password = 'Correct-horse-9';
const tid = 'archive';
/** Records of other people. */
const otherRecords = 3000;
const call = 'GET /api/v1/account/export';
let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const { db } = service;
  await createTenant(db, { tid, name: '档案馆', serviceVersion: 'eds-pro_16.2' });
  for (const name of ['reader', 'other']) {
    await createAccount(db, { aid: `a-${name}`, username: name, password });
    await addMember(db, { tid, fid: name, aid: `a-${name}`, name, roles: ['users'] });
  }
  for (const chain of [tid, null])
    await sql`insert into audit_records (tid, at, act, decision, aid, fid, subject)
      select ${chain}::text, now(), 'task.read', 'granted', 'a-other', case when ${chain}::text is not null then 'other' end, 'task-' || n
      from generate_series(1, ${otherRecords}::int) n`.execute(db);
  await sql`insert into audit_records (tid, at, act, decision, fid, subject)
    values (${tid}, now(), 'member.changed', 'granted', 'other', 'reader')`.execute(db);
  await sql`analyze audit_records`.execute(db);
});
afterAll(() => service.close());

const actsIn = (rows: readonly Readonly<Record<string, unknown>>[] = []) => rows.map(({ act }) => act);

test('an export has only the acts by the person and about the person', async () => {
  const { token } = await service.signIn('reader', password);
  const response = await service.ask(token, call);
  const { account, organisations } = calls[call].answer.parse(response.json());
  expect(actsIn(organisations[0]?.['acts'])).toContain('member.changed');
  expect(actsIn(account['actsWithoutOrganisation'])).toContain('account.exported');
  expect(response.body).not.toContain('task.read');
});

test('an export reads only the records of the person', async () => {
  const of = {
    member: { kind: 'member', tid, id: 'reader' },
    account: { kind: 'account', tid: '', id: 'a-reader' },
  } as const;
  const names = await selectPseudonyms(service.db, of.member);
  const accountNames = await selectPseudonyms(service.db, of.account);
  await service.db.transaction().execute(async (transaction) => {
    const parts = [
      readMemberParts(transaction, { tid, fid: 'reader', names }),
      readAccountParts(transaction, { aid: 'a-reader', names: accountNames }),
    ];
    const found: unknown[] = [];
    for (const pages of parts) for await (const { rows } of pages) found.push(...actsIn(rows));
    expect(found).toContain('member.changed');
    const { rows } = await sql<{ read: number }>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
      from pg_stat_xact_user_tables where relname = 'audit_records'`.execute(transaction);
    expect(rows[0]?.read).toBeGreaterThan(0);
    // PostgreSQL 15 reads each of the few rows once for every join of the view.
    expect(rows[0]?.read).toBeLessThan(otherRecords / 10);
  });
});

test('an export has every record of the person once and holds one page in memory', async () => {
  const { db } = service;
  await createAccount(db, { aid: 'a-busy', username: 'busy', password });
  await addMember(db, { tid, fid: 'busy', aid: 'a-busy', name: 'busy', roles: ['users'] });
  // Similar numbers of records by the person, about the person, and both. The first ones precede pseudonyms.
  await sql`insert into audit_records (tid, at, act, decision, fid, subject, former_sequence)
    select ${tid}, now(), 'busy-' || n, 'granted', case when n % 3 < 2 then 'busy' else 'other' end,
      case when n % 3 > 0 then 'busy' end, case when n <= 10 then n end
    from generate_series(1, 2000) n`.execute(db);
  const { token } = await service.signIn('busy', password);
  const response = await service.ask(token, call);
  const { organisations } = calls[call].answer.parse(response.json());
  const acts = (organisations[0]?.['acts'] ?? [])
    .map(({ act }) => String(act))
    .filter((act) => act.startsWith('busy-'));
  expect(acts).toHaveLength(2000);
  expect(new Set(acts).size).toBe(2000);
  const names = await selectPseudonyms(db, { kind: 'member', tid, id: 'busy' });
  const pages: number[] = [];
  for await (const { name, rows } of readMemberParts(db, { tid, fid: 'busy', names }))
    if (name === 'acts') pages.push(rows.length);
  expect(Math.max(...pages)).toBe(500);
});

test('an export reads its data while it is streamed', async () => {
  const chains = testCheckpoints(service.db);
  const services = { ...service, chains, accountDeletionDelayMs: 0, closedAccountLifetimeMs: undefined };
  const pieces: string[] = [];
  for await (const piece of await exportAccount(services, { aid: 'a-other', deviceID: null })) {
    if (piece.includes('organisations'))
      await sql`update memberships set name = 'renamed' where tid = ${tid} and fid = 'other'`.execute(
        service.db,
      );
    pieces.push(piece);
  }
  expect(JSON.parse(pieces.join('')).organisations[0].membership[0].name).toBe('renamed');
});

test('an account is limited to one export at a time and to a few a minute', async () => {
  const { token } = await service.signIn('other', password);
  const codes = async (tokens: readonly string[]) => {
    const responses = await Promise.all(tokens.map((one) => service.ask(one, call)));
    return responses.map((response) => String(response.json().code ?? response.statusCode)).toSorted();
  };
  expect(await codes([token, token])).toEqual(['200', 'app.too_many_requests']);
  for (let count = 2; count < 6; count += 1) expect(await codes([token])).toEqual(['200']);
  expect(await codes([token])).toEqual(['app.too_many_requests']);
  // The limit does not affect other accounts.
  expect(await codes([(await service.signIn('reader', password)).token])).toEqual(['200']);
});

test('a row that is updated during a tenant export is in the export once', async () => {
  const { db } = service;
  await sql`insert into organisations (tid, org_id, name)
    select ${tid}, 'org-' || n, '部门' from generate_series(1, 1200) n`.execute(db);
  const read: unknown[] = [];
  for await (const { table, row } of readTenantRows(db, tid)) {
    if (table !== 'organisations') continue;
    read.push(row['org_id']);
    if (read.length === 250) await sql`update organisations set name = '处室' where tid = ${tid}`.execute(db);
  }
  expect(read).toHaveLength(1200);
  expect(new Set(read).size).toBe(1200);
});
