import { z } from 'zod';
import { declareCalls } from './call.ts';
import { id, list, page, sha256, tenantParams, time } from './common.schemas.ts';

const flowParams = z.strictObject({ tid: id, flowID: id });
const downloadParams = z.strictObject({ downloadID: id });

const downloadState = z.enum(['preparing', 'ready', 'failed']);

export const preparedDownload = z.object({
  state: downloadState,
  /** Where the package is fetched; the rest of what it is, once it is ready. */
  uri: z.string().nullable(),
  size: z.int().nullable(),
  sha256: sha256.nullable(),
  name: z.string().nullable(),
  mimeType: z.string().nullable(),
  /** Bytes of the source files. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Of a package that leaves the organisation: opens it. For the applicant alone. */
  passphrase: z.string().nullable(),
  /** The code of what stood in the way. */
  reason: z.string().nullable(),
  expireAt: time,
});

const mailbox = z.email().max(254);

export const downloadCalls = declareCalls({
  'POST /api/v1/tenants/{tid}/download/request-workflow-source-files/{flowID}': {
    summary: "Have a flow's files packed for oneself; asked again, the same package while it lives",
    access: 'tenant',
    params: flowParams,
    body: z.object({}),
    answer: z.object({ downloadID: id }),
    errors: [
      'work.flow_not_found',
      'work.flow_state_error',
      'file.no_file_found',
      'file.file_does_not_exist',
    ],
  },
  'GET /api/v1/tenants/{tid}/download/check-prepared-download-file/{downloadID}': {
    summary: 'How far a package is, and what it is once it is ready',
    access: 'tenant',
    params: z.strictObject({ tid: id, downloadID: id }),
    answer: preparedDownload,
    errors: ['file.file_does_not_exist'],
  },
  'GET /api/v1/tenants/{tid}/download-files/{downloadID}': {
    summary: 'The bytes of a package, also where the tenant has a server of its own',
    access: 'tenant',
    params: z.strictObject({ tid: id, downloadID: id }),
    answer: 'bytes',
    errors: ['file.file_does_not_exist', 'file.range_not_satisfiable'],
  },
  'POST /api/v1/tenants/{tid}/download-files/{downloadID}/actions/received': {
    summary: 'Say that a package has arrived whole, also where the tenant has a server of its own',
    access: 'tenant',
    params: z.strictObject({ tid: id, downloadID: id }),
    answer: 'none',
    errors: ['file.file_does_not_exist'],
  },
  'GET /api/v1/download-files/{downloadID}': {
    summary: 'The bytes of a package, whole or by range (RFC 9110), for who asked for it',
    access: 'account',
    params: downloadParams,
    answer: 'bytes',
    errors: ['file.file_does_not_exist', 'file.range_not_satisfiable'],
  },
  'POST /api/v1/download-files/{downloadID}/actions/received': {
    summary: 'Say that a package has arrived whole: it goes, and so does the task to fetch it',
    access: 'account',
    params: downloadParams,
    answer: 'none',
    errors: ['file.file_does_not_exist'],
  },
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/try-again': {
    summary: 'Let the service try again what it could not do; by the applicant',
    access: 'tenant',
    params: flowParams,
    answer: 'none',
    errors: ['work.flow_not_found', 'work.flow_state_error'],
  },
  'GET /api/v1/tenants/{tid}/trusted-mailboxes': {
    summary: 'The addresses that trusted mails may go to',
    access: { right: 'Administration/administration' },
    params: tenantParams,
    query: z.strictObject(page),
    answer: list(z.object({ email: z.string(), fid: id.nullable(), flowID: id.nullable(), createAt: time })),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/trusted-mailboxes': {
    summary: 'Trust an address for everyone of the tenant',
    access: { right: 'Administration/administration' },
    params: tenantParams,
    body: z.strictObject({ email: mailbox }),
    answer: 'none',
    errors: [],
  },
  'DELETE /api/v1/tenants/{tid}/trusted-mailboxes': {
    summary: "Trust an address no more: the tenant's, or with `fid` that person's",
    access: { right: 'Administration/administration' },
    params: tenantParams,
    query: z.strictObject({ email: mailbox, fid: id.optional() }),
    answer: 'none',
    errors: ['work.mailbox_not_found'],
  },
});
