import { type AuditActor, type AuditedAct, type AuditRecord, recordAct } from './audit.usecases.ts';
import { listRecords, type RecordQuery } from './audit-list.usecases.ts';
import { verifyChain } from './audit-verify.usecases.ts';
import type { CheckpointServices } from './checkpoints.usecases.ts';
import { exportChain } from './export.usecases.ts';

// Reading a chain is an act too, and is recorded in that chain.

/** Lists records of the actor's chain, and verifies the whole chain if requested. */
export async function listFor(
  services: CheckpointServices,
  actor: AuditActor,
  { verify, ...query }: RecordQuery & { skip: number; limit: number; verify?: boolean | undefined },
): Promise<{ total: number; data: AuditRecord[]; brokenAt?: number | null; next?: number | null }> {
  const { tid } = actor;
  const found = await listRecords(services.db, { tid, ...query });
  const verified = verify ? { brokenAt: (await verifyChain(services, tid)).broken?.at ?? null } : {};
  await record(services, actor, 'audit.read');
  return { ...found, ...verified };
}

/** Verifies the actor's chain and reports the first break. */
export async function verifyFor(services: CheckpointServices, actor: AuditActor) {
  const { last, checkpoints, broken } = await verifyChain(services, actor.tid);
  await record(services, actor, 'audit.verified');
  const { at: brokenAt = null, why = null, checkpoint = null } = broken ?? {};
  return { last, checkpoints, brokenAt, why, checkpoint };
}

/** Exports the actor's chain as lines of JSON, after record `after` if it is given. */
export async function exportFor(
  services: CheckpointServices,
  actor: AuditActor,
  after: number | undefined,
): Promise<AsyncIterable<string>> {
  await record(services, actor, 'audit.exported');
  return exportChain(services, { tid: actor.tid, after });
}

function record({ clock, db }: CheckpointServices, actor: AuditActor, act: AuditedAct): Promise<void> {
  return recordAct({ handle: db, actor, at: new Date(clock()) }, { act });
}
