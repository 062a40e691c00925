import { createHash } from 'node:crypto';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { type FileRow, selectOwnedFile } from './files.repository.ts';

/** An upload of a person, identified by the client's key. */
export interface KeyedUpload {
  tid: string;
  fid: string;
  uploadKey: string;
}

/**
 * The URI of an upload. It is derived from person and key, so that the unique index admits one row per upload. It is
 * a UUID version 8 (RFC 9562), which never equals a random one (version 4).
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

/** The file that is already stored under the key. */
export function findUpload(db: DatabaseHandle, upload: KeyedUpload): Promise<FileRow | undefined> {
  const { tid, fid } = upload;
  return selectOwnedFile(db, { uri: uriOfUpload(upload), tid, fid });
}

/** @throws ServiceError `work.idempotency_key_reused` if the key was used for different content. */
export function assertSameContent(row: FileRow, sha256: string): FileRow {
  if (row.sha256 !== sha256) throw new ServiceError('work.idempotency_key_reused');
  return row;
}
