import { type AuditActor, type AuditedAct, type AuditRecord, recordAct } from './audit.usecases.ts';
import { type AskedRecords, listRecords } from './audit-list.usecases.ts';
import { verifyChain } from './audit-verify.usecases.ts';
import type { CheckpointParts } from './checkpoints.usecases.ts';
import { exportChain } from './export.usecases.ts';

// Reading a chain is an act too, and is recorded in that chain.

/** Lists records of the actor's chain, and verifies the whole chain if requested. */
export async function listFor(
  parts: CheckpointParts,
  actor: AuditActor,
  { verify, ...asked }: AskedRecords & { skip: number; limit: number; verify?: boolean | undefined },
): Promise<{ total: number; data: AuditRecord[]; brokenAt?: number | null }> {
  const { tid } = actor;
  const found = await listRecords(parts.db, { tid, ...asked });
  const verified = verify ? { brokenAt: (await verifyChain(parts, tid)).broken?.at ?? null } : {};
  await record(parts, actor, 'audit.read');
  return { ...found, ...verified };
}

/** Verifies the actor's chain and reports the first break. */
export async function verifyFor(parts: CheckpointParts, actor: AuditActor) {
  const { last, checkpoints, broken } = await verifyChain(parts, actor.tid);
  await record(parts, actor, 'audit.verified');
  const { at: brokenAt = null, why = null, checkpoint = null } = broken ?? {};
  return { last, checkpoints, brokenAt, why, checkpoint };
}

/** Exports the actor's chain as lines of JSON, after record `after` if it is given. */
export async function exportFor(
  parts: CheckpointParts,
  actor: AuditActor,
  after: number | undefined,
): Promise<AsyncIterable<string>> {
  await record(parts, actor, 'audit.exported');
  return exportChain(parts, { tid: actor.tid, after });
}

function record({ clock, db }: CheckpointParts, actor: AuditActor, act: AuditedAct): Promise<void> {
  return recordAct({ handle: db, actor, at: new Date(clock()) }, { act });
}
