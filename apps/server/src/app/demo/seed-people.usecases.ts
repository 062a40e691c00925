import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { createAccount } from '../../modules/accounts/accounts.usecases.ts';
import { createTenantWithDefaults } from '../../modules/admin/provision-tenant.usecases.ts';
import { setClearance } from '../../modules/documents/classifications.usecases.ts';
import { sendInvitation } from '../../modules/tenants/invitations.usecases.ts';
import {
  addMember,
  createOrganisation,
  findTenant,
  isDeletedTenant,
} from '../../modules/tenants/tenants.usecases.ts';
import {
  type DemoPerson,
  demoClasses,
  demoInvitation,
  demoPassword,
  demoPeople,
  demoTenants,
} from './demo-people.table.ts';

/** Seeds tenants, accounts and memberships in one transaction. */
export async function seedPeople(
  db: DatabaseHandle,
  { publicUrl, at }: { publicUrl: string; at: Date },
): Promise<void> {
  const [first] = demoTenants;
  if ((await findTenant(db, first.tid)) || (await isDeletedTenant(db, first.tid))) return;
  await inTransaction(db, async (transaction) => {
    for (const tenant of demoTenants) await seedTenant(transaction, tenant, publicUrl);
    for (const person of demoPeople) await seedPerson(transaction, person, at);
    await seedInvitation(transaction, at);
  });
}

async function seedTenant(
  transaction: DatabaseTransaction,
  tenant: (typeof demoTenants)[number],
  publicUrl: string,
): Promise<void> {
  const { tid, name, serviceVersion, organisations } = tenant;
  const settings = {
    logo: null,
    serviceAPI: null,
    isLocal: true,
    otherClientsAllowed: true,
    secondFactor: 'none' as const,
    exactPages: 'ask' as const,
    renditions: false,
    fullTextSearch: true,
    printingMaxLevel: null,
    insightOnPeople: true,
    messageDays: null,
    applicationDays: null,
    archiveApplications: false,
  };
  await createTenantWithDefaults(transaction, {
    ...settings,
    tid,
    name,
    serviceVersion,
    publicUrl,
    classifications: demoClasses,
  });
  for (const [orgID, orgName] of Object.entries(organisations)) {
    await createOrganisation(transaction, { tid, orgID, name: orgName });
  }
}

async function seedPerson(
  db: DatabaseHandle,
  { username, name, mobileNo, email, memberships }: DemoPerson,
  at: Date,
): Promise<void> {
  // The contacts are verified: otherwise a sign-in by code would invalidate the demo password.
  const contacts = { mobileNo, email, verifiedAt: at };
  const { aid } = await createAccount(db, { username, password: demoPassword, ...contacts });
  for (const { tid, fid, orgID, roles, clearance } of memberships) {
    await addMember(db, { tid, fid, aid, name, orgID, roles });
    await setClearance(db, { tid, fid, level: clearance });
  }
}

async function seedInvitation(transaction: DatabaseTransaction, at: Date): Promise<void> {
  const { username, tid, fid, ...person } = demoInvitation;
  await addMember(transaction, { ...person, tid, fid, aid: null, state: 'invited' });
  const invitee = { username, mobileNo: null, email: null };
  await sendInvitation(transaction, { tid, fid, invitee, createdAid: null, at });
}
