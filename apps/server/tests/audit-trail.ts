import type { DatabaseHandle } from '../src/infra/database/index.ts';
import type { AuditRecord } from '../src/modules/audit/audit.usecases.ts';
import { listRecords } from '../src/modules/audit/audit-list.usecases.ts';
import { findBreak, linkAll } from '../testing/chain.ts';

/** All records of a tenant, oldest first, and where its chain is broken. */
export async function readAudit(
  db: DatabaseHandle,
  tid: string,
): Promise<{ records: AuditRecord[]; brokenAt: number | null }> {
  await linkAll(db);
  const { data } = await listRecords(db, { tid, skip: 0, limit: 10_000 });
  return { records: data.toReversed(), brokenAt: await findBreak(db, tid) };
}
