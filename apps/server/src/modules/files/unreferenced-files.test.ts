import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import { createAccount } from '../accounts/accounts.usecases.ts';
import { addMember, createTenant } from '../tenants/tenants.usecases.ts';

test('a file is marked as held exactly while rows of file_access reference it', async () => {
  const database = await openTestDatabase();
  const db = database.handle;
  await createTenant(db, { tid: 't', name: '甲', serviceVersion: '1' });
  await createAccount(db, { aid: 'a', username: 'u', password: 'Passw0rd!' });
  await addMember(db, { tid: 't', fid: 'f', aid: 'a', name: '人', roles: ['users'] });
  await sql`insert into files (uri, tid, owner_fid, name, size, mime_type, encrypted, sha256, object_key)
    values ('one', 't', 'f', 'n', 1, 'text/plain', false, ${'0'.repeat(64)}, 'k')`.execute(db);
  const held = async () => {
    const { rows } = await sql<{ held: boolean }>`select held from files`.execute(db);
    return rows[0]?.held;
  };
  expect(await held()).toBe(false);
  await sql`insert into file_access values ('one', 'flow', 'f'), ('one', 'other', 'f')`.execute(db);
  expect(await held()).toBe(true);
  await sql`delete from file_access where holder = 'flow'`.execute(db);
  expect(await held()).toBe(true);
  await sql`delete from file_access`.execute(db);
  expect(await held()).toBe(false);
  await database.close();
});
