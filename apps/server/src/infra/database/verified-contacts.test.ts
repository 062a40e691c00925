import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import { type DatabaseConnection, inTransaction } from './connection.util.ts';
import { migrate } from './migrate.util.ts';
import { migrations } from './migrations/index.ts';

let database: DatabaseConnection;

/** Accounts with a phone number, an e-mail address and audit records at intervals of an hour. */
const accounts: Record<string, { phone?: true; email?: true; acts: readonly string[] }> = {
  signed_in: { phone: true, acts: ['account.signed_in'] },
  moved: { phone: true, email: true, acts: ['account.phone_changed'] },
  moved_then_changed: { phone: true, acts: ['account.phone_changed', 'account.changed'] },
  changed_then_moved: { phone: true, acts: ['account.changed', 'account.phone_changed'] },
  reset_by_phone: { phone: true, acts: ['account.password_reset'] },
  reset_by_email: { email: true, acts: ['account.password_reset'] },
  reset_by_either: { phone: true, email: true, acts: ['account.password_reset'] },
  refused: { phone: true, acts: ['account.phone_changed refused'] },
};

beforeAll(async () => {
  database = await openTestDatabase();
  const { handle } = database;
  await sql`drop schema public cascade; create schema public`.execute(handle);
  const names = Object.keys(migrations);
  const before = names.slice(0, names.indexOf('021-accounts-memberships'));
  await migrate(handle, Object.fromEntries(before.map((name) => [name, migrations[name] ?? failure(name)])));
  await sql`insert into tenants (tid, name, service_version, licence_key_id) values
    ('one', 'One', '1', 'k1'), ('two', 'Two', '1', 'k2')`.execute(handle);
  for (const [index, [aid, { phone, email, acts }]] of Object.entries(accounts).entries()) {
    await sql`insert into accounts (aid, username, mobile_no, email, password_hash)
      values (${aid}, ${aid}, ${phone ? `+86138000000${index}` : null}, ${email ? `${aid}@x.example` : null}, '-')`.execute(
      handle,
    );
    for (const [hour, text] of acts.entries()) {
      const [act, decision = 'granted'] = text.split(' ');
      const ofOperator = act === 'account.changed';
      await sql`insert into audit_records (at, act, decision, aid, subject)
        values (now() + ${hour} * interval '1 hour', ${act}, ${decision}, ${ofOperator ? null : aid}, ${ofOperator ? aid : null})`.execute(
        handle,
      );
    }
  }
  await sql`insert into memberships (tid, fid, aid, name, state) values
    ('one', 'f1', 'moved', 'A', 'active'), ('one', 'f2', 'signed_in', 'B', 'under_review'),
    ('one', 'f3', 'refused', 'C', 'active'), ('two', 'f3', 'refused', 'C', 'active')`.execute(handle);
  await sql`insert into audit_records (tid, at, act, decision, subject) values
    ('one', now(), 'account.created', 'granted', 'signed_in'), ('one', now(), 'account.created', 'granted', 'refused')`.execute(
    handle,
  );
  const between = names.slice(0, names.indexOf('022-contacts-consent'));
  await migrate(handle, Object.fromEntries(between.map((name) => [name, migrations[name] ?? failure(name)])));
  // State after the operator has added a managed person to another tenant on a node with migration 021.
  await sql`update accounts set managed_by = 'one' where aid = 'refused'`.execute(handle);
  await migrate(handle);
});
afterAll(() => database.close());

test('marks a contact as verified only if the audit log shows a code for it', async () => {
  const { rows } = await sql<{ aid: string; phone: boolean; email: boolean }>`
    select aid, mobile_verified_at is not null as phone, email_verified_at is not null as email from accounts
  `.execute(database.handle);
  const verified = [
    ...rows.filter(({ phone }) => phone).map(({ aid }) => `${aid} phone`),
    ...rows.filter(({ email }) => email).map(({ aid }) => `${aid} email`),
  ];
  expect(verified.toSorted()).toEqual([
    'changed_then_moved phone',
    'moved phone',
    'reset_by_email email',
    'reset_by_phone phone',
  ]);
});

test('keeps memberships and lets a tenant manage only accounts that it created and that have no other tenant', async () => {
  const { rows: members } =
    await sql`select fid, state from memberships where tid = 'one' order by fid`.execute(database.handle);
  expect(members).toEqual([
    { fid: 'f1', state: 'active' },
    { fid: 'f2', state: 'suspended' },
    { fid: 'f3', state: 'active' },
  ]);
  const { rows } = await sql`select aid, managed_by from accounts where managed_by is not null`.execute(
    database.handle,
  );
  expect(rows).toEqual([{ aid: 'signed_in', managed_by: 'one' }]);
});

test('does not count a number written by a node of the previous release as verified', async () => {
  const { handle } = database;
  await sql`update accounts set mobile_no = '+8613900000000' where aid = 'moved'`.execute(handle);
  await sql`update memberships set state = 'under_review' where fid = 'f1'`.execute(handle);
  const { rows } = await sql`
    select a.mobile_verified_at, a.email, m.state from accounts a join memberships m using (aid) where a.aid = 'moved'
  `.execute(handle);
  // Without an audited proof, the migration deletes the claimed address.
  expect(rows).toEqual([{ mobile_verified_at: null, email: null, state: 'suspended' }]);
});

test('activates an invited membership only with an accepted invitation', async () => {
  const { handle } = database;
  await sql`insert into memberships (tid, fid, name, state) values ('one', 'f4', 'D', 'invited')`.execute(
    handle,
  );
  await sql`insert into invitations (tid, fid, invitation_id, with_account, sent_at, expire_at)
    values ('one', 'f4', 'i4', false, now(), now())`.execute(handle);
  const activate = sql`update memberships set state = 'active' where fid = 'f4'`;
  await expect(activate.execute(handle)).rejects.toMatchObject({ code: '23514' });
  const review = sql`update memberships set state = 'under_review' where fid = 'f4'`;
  await expect(review.execute(handle)).rejects.toMatchObject({ code: '23514' });
  await sql`insert into memberships (tid, fid, name, state) values ('one', 'f5', 'E', 'invited')`.execute(
    handle,
  );
  const uninvited = sql`update memberships set state = 'active' where fid = 'f5'`;
  await expect(uninvited.execute(handle)).rejects.toMatchObject({ code: '23514' });
  // The order is that of the release that introduced invitations.
  await inTransaction(handle, async (transaction) => {
    await activate.execute(transaction);
    await sql`update invitations set outcome = 'accepted' where fid = 'f4'`.execute(transaction);
  });
  const { rows } = await sql`select state from memberships where fid = 'f4'`.execute(handle);
  expect(rows).toEqual([{ state: 'active' }]);
});

function failure(name: string): never {
  throw new Error(`${name} is missing`);
}
