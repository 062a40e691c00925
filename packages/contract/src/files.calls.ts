import { z } from 'zod';
import { declareCalls } from './call.ts';
import { id, sha256, tenantParams, time } from './common.schemas.ts';

const fileParams = z.strictObject({ uri: id });

/** Names one upload: repeated under the same key after a lost answer it is stored once. */
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
    summary: 'A short-lived token of the file service, for this tenant alone',
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
      'What one stored oneself under an idempotency key: whoever lost the answer need not send it all again',
    access: 'file',
    params: z.strictObject({ uploadKey }),
    answer: storedFile,
    errors: ['file.file_does_not_exist'],
  },
  'GET /api/v1/files/{uri}': {
    summary: 'The bytes of a file, whole or by range (RFC 9110)',
    access: 'file',
    params: fileParams,
    answer: 'bytes',
    errors: ['file.file_does_not_exist', 'file.range_not_satisfiable'],
  },
  'DELETE /api/v1/files/{uri}': {
    summary: 'Delete a file that one has stored oneself and that no flow holds',
    access: 'file',
    params: fileParams,
    answer: 'none',
    errors: ['file.file_does_not_exist', 'file.in_use'],
  },
  'GET /api/v1/files/{uri}/receipt': {
    summary: 'What is stored: size, digest, time',
    access: 'file',
    params: fileParams,
    answer: storedFile,
    errors: ['file.file_does_not_exist'],
  },
});
