import { createHash } from 'node:crypto';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { type FileRow, selectOwned } from './files.repository.ts';

/** An upload of a person, as its sender names it. */
export interface KeyedUpload {
  tid: string;
  fid: string;
  uploadKey: string;
}

/**
 * The uri that an upload gets: of one person and key always the same, so that its row can be there only once. It is a
 * UUID of one's own making (RFC 9562, version 8), like no other that is random.
 */
export function uriOfUpload({ tid, fid, uploadKey }: KeyedUpload): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([tid, fid, uploadKey]))
    .digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.subarray(0, 16).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}

/** What is stored under the key already. */
export function findUpload(db: DatabaseHandle, upload: KeyedUpload): Promise<FileRow | undefined> {
  const { tid, fid } = upload;
  return selectOwned(db, { uri: uriOfUpload(upload), tid, fid });
}

/** @throws ServiceError `work.idempotency_key_reused` where the key stands for other content. */
export function demandSame(row: FileRow, sha256: string): FileRow {
  if (row.sha256 !== sha256) throw new ServiceError('work.idempotency_key_reused');
  return row;
}
