import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import {
  type AuditEntry,
  type AuditedAct,
  type AuditRecord,
  appendAudit,
  beginning,
  findChainEnd,
  hashOf,
  listAudit,
  pageAudit,
} from './audit.repository.ts';

export type { AuditEntry, AuditedAct, AuditRecord } from './audit.repository.ts';

/** Writes down decisions of one tenant, before anyone hears of them. */
export function recordDecisions(
  handle: DatabaseHandle,
  tid: string,
  entries: readonly AuditEntry[],
): Promise<void> {
  return inTransaction(handle, (transaction) => appendAudit(transaction, tid, entries));
}

export interface AuditedBy {
  readonly handle: DatabaseHandle;
  readonly actor: Actor;
  readonly at: Date;
}

/** Writes down what somebody did to a tenant's keys or documents, in the transaction that does it. */
export function recordAct(
  { handle, actor, at }: AuditedBy,
  act: { act: AuditedAct; documentID?: string | null; kid?: string | null },
): Promise<void> {
  const entry: AuditEntry = {
    tid: actor.tid,
    at,
    act: act.act,
    decision: 'granted',
    reason: null,
    aid: actor.kind === 'member' ? actor.session.aid : null,
    fid: actor.kind === 'member' ? actor.member.fid : null,
    deviceID: actor.kind === 'member' ? (actor.session.device?.id ?? null) : null,
    operatorID: actor.kind === 'operator' ? actor.operatorID : null,
    documentID: act.documentID ?? null,
    kid: act.kid ?? null,
  };
  return recordDecisions(handle, actor.tid, [entry]);
}

/** A page of a tenant's records, the newest first, and how many there are. */
export async function listDecisions(
  handle: DatabaseHandle,
  asked: { tid: string; skip: number; limit: number },
): Promise<{ total: number; data: AuditRecord[] }> {
  const end = await findChainEnd(handle, asked.tid);
  return { total: end?.sequence ?? 0, data: asked.limit === 0 ? [] : await pageAudit(handle, asked) };
}

/** Records that are in memory at once while a chain is recomputed. */
const batch = 1000;

/**
 * Recomputes a tenant's chain, up to where it ended when asked.
 * @returns the first record that does not follow from the one before, for something was changed or taken away there;
 *   null where all do.
 */
export async function findBreak(handle: DatabaseHandle, tid: string): Promise<number | null> {
  const { sequence: last = 0 } = (await findChainEnd(handle, tid)) ?? {};
  let previous: Buffer = beginning;
  let expected = 1;
  while (expected <= last) {
    const records = await listAudit(handle, { tid, from: expected, limit: batch });
    for (const record of records) {
      if (!hashOf(previous, expected, record).equals(record.hash)) return expected;
      previous = record.hash;
      expected += 1;
    }
    if (records.length === 0) return expected;
  }
  return null;
}
