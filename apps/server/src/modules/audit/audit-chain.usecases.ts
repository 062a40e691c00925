import { createHash } from 'node:crypto';
import type { KeptRecord } from './audit-record.port.ts';

/** What the first record of a chain follows. */
export const beginning = Buffer.alloc(32);

/** The chain of a tenant; of the deployment for null. */
export const chainOf = (tid: string | null): string => tid ?? '';

export const tidOf = (chain: string): string | null => (chain === '' ? null : chain);

/** SHA-256 over the hash before and the record's fields, in this order; what is absent is null. */
export function hashOf(previous: Buffer, sequence: number, record: KeptRecord): Buffer {
  const { tid, at, act, decision, reason, documentID, kid, subject, sha256, count, former } = record;
  const what = [tid, sequence, at.getTime(), act, decision, reason, documentID, kid, subject, sha256, count];
  const who = [record.aid, record.fid, record.deviceID, record.operatorID];
  const before = former && [former.sequence, former.hash.toString('hex')];
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify([what, who, before]))
    .digest();
}

/** The same as the release before computed it, over what it had. */
export function formerHashOf(previous: Buffer, sequence: number, record: KeptRecord): Buffer {
  const { tid, at, act, decision, reason, aid, fid, deviceID, operatorID, documentID, kid } = record;
  const what = [tid, sequence, at.getTime(), act, decision, reason, documentID, kid];
  const who = [aid, fid, deviceID, operatorID];
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify([what, who]))
    .digest();
}
