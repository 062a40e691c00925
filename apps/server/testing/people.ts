import { createAccount } from '../src/modules/accounts/accounts.usecases.ts';
import { addMember } from '../src/modules/tenants/tenants.usecases.ts';
import { password } from './accounts.ts';
import type { TestService } from './service.ts';

let people = 0;

/** An account with verified contacts, which no other test uses. */
export interface TestPerson {
  username: string;
  mobileNo: string;
  email: string;
}

/** Creates a separate account for tests that change it. */
export async function newPerson(service: TestService): Promise<TestPerson> {
  people += 1;
  const username = `person${people}`;
  const mobileNo = `1377777${String(people).padStart(4, '0')}`;
  const mail = `${username}@example.com`;
  const reachedAt = { mobileNo, email: mail, verifiedAt: new Date(0) };
  await createAccount(service.accounts.db, { aid: username, username, password, ...reachedAt });
  return { username, mobileNo, email: mail };
}

/** Creates an account whose contacts are not verified. Its password is that of the other test accounts. */
export async function newClaimant(
  service: TestService,
): Promise<{ aid: string; mobileNo: string; email: string }> {
  people += 1;
  const aid = `claimant${people}`;
  const mobileNo = `1386666${String(people).padStart(4, '0')}`;
  const mail = `${aid}@example.com`;
  await createAccount(service.accounts.db, { aid, username: aid, password, mobileNo, email: mail });
  return { aid, mobileNo, email: mail };
}

/** Audited acts of an account, oldest first. */
export async function actsOf(service: TestService, aid: string): Promise<string[]> {
  const rows = await service.accounts.db
    .selectFrom('readable_audit_records')
    .select(['act', 'decision'])
    .where('aid', '=', aid)
    .orderBy('id')
    .execute();
  return rows.map(({ act, decision }) => (decision === 'granted' ? act : `${act} refused`));
}

/** Adds an account to tenants. */
export async function join(service: TestService, aid: string, ...tids: string[]): Promise<void> {
  for (const tid of tids) await addMember(service.accounts.db, { tid, aid, name: '周', roles: ['users'] });
}

/** Creates a separate account with memberships in tenants. */
export async function newMember(service: TestService, ...tids: string[]): Promise<TestPerson> {
  const person = await newPerson(service);
  await join(service, person.username, ...tids);
  return person;
}
