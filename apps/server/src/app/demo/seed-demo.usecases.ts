import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { isDeletedTenant, listTenants } from '../../modules/tenants/tenants.usecases.ts';
import { listFlowTypes } from '../../modules/workflow/lists.usecases.ts';
import type { ServiceContext } from '../service.compose.ts';
import { demoTenants, type TenantID } from './demo-people.table.ts';
import { type SealingServices, seedDocuments } from './seed-documents.usecases.ts';
import { seedFlows } from './seed-flows.usecases.ts';
import { seedMessages } from './seed-messages.usecases.ts';
import { seedPeople } from './seed-people.usecases.ts';

/** Whether to seed: the database has no tenants, or only those of an interrupted demo. */
export async function needsDemo(db: DatabaseHandle): Promise<boolean> {
  const tenants = await listTenants(db);
  const demoTenantIDs = demoTenants.map((tenant): string => tenant.tid);
  if (tenants.some((tenant) => !demoTenantIDs.includes(tenant.tid))) return false;
  const complete = await Promise.all(demoTenantIDs.map((tid) => isTenantComplete(db, tid)));
  return !complete.every(Boolean);
}

/** Whether the tenant needs no seeding: it is complete, or it was deleted. */
const isTenantComplete = async (db: DatabaseHandle, tid: string) =>
  (await listFlowTypes(db, tid)).total > 0 || (await isDeletedTenant(db, tid));

/** Seeds the demo. Each tenant is one transaction, so that an interrupted start can be continued. */
export async function seedDemo(context: ServiceContext): Promise<void> {
  const { db, clock } = context.accounts;
  const now = clock();
  await seedPeople(db, { publicUrl: context.publicUrl(), at: new Date(now) });
  for (const { tid } of demoTenants) {
    if (!(await isTenantComplete(db, tid))) await seedTenantData(context, { tid, now });
  }
  await seedMessages(db, now);
}

function seedTenantData(
  { accounts: { db }, keys, objects, publicUrl, workflow }: ServiceContext,
  { tid, now }: { tid: TenantID; now: number },
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const services: SealingServices = { db: transaction, keys, objects, publicUrl, clock: () => now };
    const documents = await seedDocuments(services, tid);
    await seedFlows({ transaction, outbox: workflow.outbox, tid, documents, now });
  });
}
