import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { isDeletedTenant, listTenants } from '../../modules/tenants/tenants.usecases.ts';
import { listFlowTypes } from '../../modules/workflow/lists.usecases.ts';
import type { Parts } from '../service.adapter.ts';
import { demoTenants, type TenantID } from './demo-people.table.ts';
import { type SealingDesk, seedDocuments } from './seed-documents.usecases.ts';
import { seedFlows } from './seed-flows.usecases.ts';
import { seedMessages } from './seed-messages.usecases.ts';
import { seedPeople } from './seed-people.usecases.ts';

/** Whether to seed: the database has no tenants, or only those of an interrupted demo. */
export async function wantsDemo(db: DatabaseHandle): Promise<boolean> {
  const tenants = await listTenants(db);
  const own = demoTenants.map((tenant): string => tenant.tid);
  if (tenants.some((tenant) => !own.includes(tenant.tid))) return false;
  const filled = await Promise.all(own.map((tid) => isFilled(db, tid)));
  return !filled.every(Boolean);
}

/** Whether the tenant needs no seeding: it is complete, or it was deleted. */
const isFilled = async (db: DatabaseHandle, tid: string) =>
  (await listFlowTypes(db, tid)).total > 0 || (await isDeletedTenant(db, tid));

/** Seeds the demo. Each tenant is one transaction, so that an interrupted start can be continued. */
export async function seedDemo(parts: Parts): Promise<void> {
  const { db, clock } = parts.accounts;
  const now = clock();
  await seedPeople(db, { publicUrl: parts.publicUrl(), at: new Date(now) });
  for (const { tid } of demoTenants) {
    if (!(await isFilled(db, tid))) await fillTenant(parts, { tid, now });
  }
  await seedMessages(db, now);
}

function fillTenant(
  { accounts: { db }, keys, objects, publicUrl, workflow }: Parts,
  { tid, now }: { tid: TenantID; now: number },
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const desk: SealingDesk = { db: transaction, keys, objects, publicUrl, clock: () => now };
    const documents = await seedDocuments(desk, tid);
    await seedFlows({ transaction, outbox: workflow.outbox, tid, documents, now });
  });
}
