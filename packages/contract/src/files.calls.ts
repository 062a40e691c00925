import { z } from 'zod';
import { declareCalls } from './call.ts';
import { id, sha256, tenantParams, time } from './common.schemas.ts';

const fileParams = z.strictObject({ uri: id });

/** Idempotency key of an upload: a repeated upload with the same key is stored once. */
const uploadKey = z.string().min(8).max(200);

export const storedFile = z.object({
  uri: id,
  name: z.string(),
  size: z.int(),
  mimeType: z.string(),
  sha256,
  createAt: time,
});

export const fileCalls = declareCalls({
  'POST /api/v1/tenants/{tid}/file-token': {
    summary: 'A short-lived token of the file service, for this tenant only',
    home: 'host',
    access: 'tenant',
    params: tenantParams,
    answer: z.object({ token: z.string(), expire: time }),
    errors: [],
  },
  'POST /api/v1/files': {
    summary: 'Store one file: multipart, field `file1`',
    access: 'file',
    headers: z.object({ 'idempotency-key': uploadKey.optional() }),
    upload: 'file1',
    answer: storedFile,
    errors: [
      'work.idempotency_key_reused',
      'file.no_file_found',
      'file.too_large',
      'file.type_not_allowed',
      'file.quota_exceeded',
      'file.infected',
      'file.scan_failed',
    ],
  },
  'GET /api/v1/uploads/{uploadKey}': {
    summary:
      'The own upload with an idempotency key, so that a client that missed the response need not upload again',
    access: 'file',
    params: z.strictObject({ uploadKey }),
    answer: storedFile,
    errors: ['file.file_does_not_exist'],
  },
  'GET /api/v1/files/{uri}': {
    summary: 'The bytes of a file, complete or by range (RFC 9110)',
    access: 'file',
    params: fileParams,
    answer: 'bytes',
    errors: ['file.file_does_not_exist', 'file.range_not_satisfiable'],
  },
  'DELETE /api/v1/files/{uri}': {
    summary: 'Delete an own file that no flow references',
    access: 'file',
    params: fileParams,
    answer: 'none',
    errors: ['file.file_does_not_exist', 'file.in_use'],
  },
  'GET /api/v1/files/{uri}/receipt': {
    summary: 'Metadata of a stored file: size, digest, time',
    access: 'file',
    params: fileParams,
    answer: storedFile,
    errors: ['file.file_does_not_exist'],
  },
});
