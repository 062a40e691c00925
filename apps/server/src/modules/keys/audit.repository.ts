import { createHash } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import type { AuditedAct } from '../../infra/database/tables/keys.table.ts';

export type { AuditedAct };

export interface AuditEntry {
  tid: string;
  at: Date;
  act: AuditedAct;
  decision: 'granted' | 'refused';
  /** Why it was refused. */
  reason: string | null;
  aid: string | null;
  fid: string | null;
  deviceID: string | null;
  operatorID: string | null;
  documentID: string | null;
  kid: string | null;
}

export interface AuditRecord extends AuditEntry {
  /** From 1, without gaps. */
  sequence: number;
  hash: Buffer;
}

/** What the first record of a chain follows. */
export const beginning = Buffer.alloc(32);

/** Adds records to the end of their tenant's chain; others wait until the transaction ends. */
export async function appendAudit(
  transaction: DatabaseTransaction,
  tid: string,
  entries: readonly AuditEntry[],
): Promise<void> {
  await transaction
    .insertInto('audit_chains')
    .values({ tid, sequence: 0, hash: beginning })
    .onConflict((conflict) => conflict.column('tid').doNothing())
    .execute();
  let { sequence, hash } = await transaction
    .selectFrom('audit_chains')
    .select(['sequence', 'hash'])
    .where('tid', '=', tid)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const rows: Insertable<Database['access_audit']>[] = [];
  for (const entry of entries) {
    sequence += 1;
    hash = hashOf(hash, sequence, entry);
    rows.push({
      tid,
      sequence,
      at: entry.at,
      act: entry.act,
      decision: entry.decision,
      reason: entry.reason,
      aid: entry.aid,
      fid: entry.fid,
      device_id: entry.deviceID,
      operator_id: entry.operatorID,
      document_id: entry.documentID,
      kid: entry.kid,
      hash,
    });
  }
  await transaction.insertInto('access_audit').values(rows).execute();
  await transaction.updateTable('audit_chains').set({ sequence, hash }).where('tid', '=', tid).execute();
}

/** The records of a tenant from one on, oldest first. */
export async function listAudit(
  handle: DatabaseHandle,
  { tid, from, limit }: { tid: string; from: number; limit: number },
): Promise<AuditRecord[]> {
  const rows = await handle
    .selectFrom('access_audit')
    .selectAll()
    .where('tid', '=', tid)
    .where('sequence', '>=', from)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/** Some of a tenant's records, the newest first. */
export async function pageAudit(
  handle: DatabaseHandle,
  { tid, skip, limit }: { tid: string; skip: number; limit: number },
): Promise<AuditRecord[]> {
  const rows = await handle
    .selectFrom('access_audit')
    .selectAll()
    .where('tid', '=', tid)
    .orderBy('sequence', 'desc')
    .offset(skip)
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/** Where the chain of a tenant ends; nothing is behind a record that is not counted here. */
export async function findChainEnd(
  handle: DatabaseHandle,
  tid: string,
): Promise<{ sequence: number; hash: Buffer } | undefined> {
  return handle
    .selectFrom('audit_chains')
    .select(['sequence', 'hash'])
    .where('tid', '=', tid)
    .executeTakeFirst();
}

/** SHA-256 over the hash before and the record's fields, in this order; what is absent is null. */
export function hashOf(previous: Buffer, sequence: number, entry: AuditEntry): Buffer {
  const { tid, at, act, decision, reason, aid, fid, deviceID, operatorID, documentID, kid } = entry;
  const what = [tid, sequence, at.getTime(), act, decision, reason, documentID, kid];
  const who = [aid, fid, deviceID, operatorID];
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify([what, who]))
    .digest();
}

function fromRow(row: Selectable<Database['access_audit']>): AuditRecord {
  return {
    tid: row.tid,
    sequence: row.sequence,
    at: row.at,
    act: row.act,
    decision: row.decision,
    reason: row.reason,
    aid: row.aid,
    fid: row.fid,
    deviceID: row.device_id,
    operatorID: row.operator_id,
    documentID: row.document_id,
    kid: row.kid,
    hash: row.hash,
  };
}
