import { createHash } from 'node:crypto';
import type { StoredRecord } from './audit-record.types.ts';

/** The predecessor hash of the first record of a chain. */
export const genesisHash = Buffer.alloc(32);

/** The chain key of a tenant; null for the deployment. */
export const chainOf = (tid: string | null): string => tid ?? '';

/** The inverse of {@link chainOf}. */
export const tidOf = (chain: string): string | null => (chain === '' ? null : chain);

/** SHA-256 over the previous hash and the record's fields in this order; absent fields are null. */
export function hashOf(previous: Buffer, sequence: number, record: StoredRecord): Buffer {
  const { tid, at, act, decision, reason, documentID, kid, subject, sha256, count, former } = record;
  const what = [tid, sequence, at.getTime(), act, decision, reason, documentID, kid, subject, sha256, count];
  const who = [record.aid, record.fid, record.deviceID, record.operatorID];
  const before = former && [former.sequence, former.hash.toString('hex')];
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify([what, who, before]))
    .digest();
}

/** The hash as the previous release computed it, over the fields it had. */
export function legacyHashOf(previous: Buffer, sequence: number, record: StoredRecord): Buffer {
  const { tid, at, act, decision, reason, aid, fid, deviceID, operatorID, documentID, kid } = record;
  const what = [tid, sequence, at.getTime(), act, decision, reason, documentID, kid];
  const who = [aid, fid, deviceID, operatorID];
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify([what, who]))
    .digest();
}
