import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import type { Outbox } from '../../infra/jobs/jobs.port.ts';
import { isDeletedTenant, listTenants } from '../../modules/tenants/tenants.usecases.ts';
import { listFlowTypes } from '../../modules/workflow/lists.usecases.ts';
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

export interface DemoServices extends SealingServices {
  readonly jobs: Outbox;
}

/** Seeds the demo. Each tenant is one transaction, so that an interrupted start can be continued. */
export async function seedDemo(services: DemoServices): Promise<void> {
  const { db, clock, publicUrl } = services;
  const now = clock();
  await seedPeople(db, { publicUrl: publicUrl(), at: new Date(now) });
  for (const { tid } of demoTenants) {
    if (!(await isTenantComplete(db, tid))) await seedTenantData(services, { tid, now });
  }
  await seedMessages(db, now);
}

function seedTenantData(
  { db, jobs, keys, objects, publicUrl }: DemoServices,
  { tid, now }: { tid: TenantID; now: number },
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const sealing: SealingServices = { db: transaction, keys, objects, publicUrl, clock: () => now };
    const documents = await seedDocuments(sealing, tid);
    await seedFlows({ transaction, outbox: jobs, tid, documents, now });
  });
}
