import type { Answer } from '@sealflow/contract';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findAccountByName } from '../../modules/accounts/accounts.usecases.ts';
import { findTenant } from '../../modules/tenants/tenants.usecases.ts';
import { demoPassword, demoPeople, demoTenants } from './demo-people.table.ts';

export type Demo = Answer<'GET /api/v1/admin/demo'>;

/** The demo's tenants and accounts; undefined if this database was never seeded. */
export async function findDemo(db: DatabaseHandle): Promise<Demo | undefined> {
  const tenants: Demo['tenants'] = [];
  for (const { tid } of demoTenants) {
    const tenant = await findTenant(db, tid);
    if (!tenant) return undefined;
    const { name, serviceVersion, licenceKeyID: key } = tenant;
    tenants.push({ id: tid, name, serviceVersion, key });
  }
  const accounts: Demo['accounts'] = [];
  for (const { role, username, memberships } of demoPeople) {
    const account = await findAccountByName(db, username);
    if (!account) return undefined;
    const { aid } = account;
    accounts.push({
      role,
      username,
      password: demoPassword,
      aid,
      tenants: memberships.map(({ tid }) => tid),
    });
  }
  return { tenants, accounts };
}
