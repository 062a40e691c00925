import { createAccount } from '../src/modules/accounts/accounts.usecases.ts';
import { addMember, createTenant } from '../src/modules/tenants/tenants.usecases.ts';
import { openTestService, type TestService } from './service.ts';

/** The password of every test account. */
export const password = 'Correct-horse-9';
/** A strong password for tests that change the password. */
export const newPassword = 'Maple-7-river-Stone';

/** A service with two tenants: li is a member of both, wang of one. Each other account is rejected for a different reason. */
export async function openAccounts(settings?: Record<string, string>): Promise<TestService> {
  const service = await openTestService(settings);
  const { db } = service.accounts;
  await createTenant(db, { tid: 't-one', name: '甲公司', serviceVersion: 'eds-pro_16.2' });
  await createTenant(db, { tid: 't-two', name: '乙公司', serviceVersion: 'eds-pro_15.4' });
  for (const username of ['li', 'wang', 'guest', 'review', 'barred', 'denied', 'locked']) {
    await createAccount(db, {
      aid: username,
      username,
      password,
      ...(username === 'li'
        ? { mobileNo: '138 1234 5678', email: 'Li@Example.com', verifiedAt: new Date(0) }
        : {}),
    });
  }
  const one = { tid: 't-one', roles: ['users'] as const };
  await addMember(db, { ...one, fid: 'f-li', aid: 'li', name: '李' });
  await addMember(db, { tid: 't-two', fid: 'f-li-two', aid: 'li', name: '李', roles: ['administrators'] });
  await addMember(db, { ...one, fid: 'f-wang', aid: 'wang', name: '王' });
  await addMember(db, { ...one, aid: 'review', name: '审', state: 'suspended' });
  await addMember(db, { ...one, aid: 'barred', name: '禁', roles: ['others'] });
  await addMember(db, { ...one, aid: 'denied', name: '拒', deny: ['app_login'] });
  return service;
}
