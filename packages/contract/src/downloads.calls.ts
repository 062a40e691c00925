import { z } from 'zod';
import { declareCalls } from './call.ts';
import { id, keyword, list, page, sha256, tenantParams, time } from './common.schemas.ts';

const flowParams = z.strictObject({ tid: id, flowID: id });
const downloadParams = z.strictObject({ downloadID: id });

const downloadState = z.enum(['preparing', 'ready', 'failed']);

export const preparedDownload = z.object({
  state: downloadState,
  /** Download URL of the package. Null, like the following fields, until the package is ready. */
  uri: z.string().nullable(),
  size: z.int().nullable(),
  sha256: sha256.nullable(),
  name: z.string().nullable(),
  mimeType: z.string().nullable(),
  /** Bytes of the source files. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Passphrase of a package that leaves the organisation. Only the applicant receives it. */
  passphrase: z.string().nullable(),
  /** The error code of a failed package. */
  reason: z.string().nullable(),
  expireAt: time,
});

const mailbox = z.email().max(254);

export const downloadCalls = declareCalls({
  'POST /api/v1/tenants/{tid}/download/request-workflow-source-files/{flowID}': {
    summary:
      "Prepare a package of a flow's files for the caller; a repeated request returns the existing package",
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
    summary: 'Progress of a package, and its metadata once it is ready',
    access: 'tenant',
    params: z.strictObject({ tid: id, downloadID: id }),
    answer: preparedDownload,
    errors: ['file.file_does_not_exist'],
  },
  'GET /api/v1/tenants/{tid}/download-files/{downloadID}': {
    summary: 'The bytes of a package, also if the tenant has its own server',
    access: 'tenant',
    params: z.strictObject({ tid: id, downloadID: id }),
    answer: 'bytes',
    errors: ['file.file_does_not_exist', 'file.range_not_satisfiable'],
  },
  'POST /api/v1/tenants/{tid}/download-files/{downloadID}/actions/received': {
    summary: 'Confirm the receipt of a complete package, also if the tenant has its own server',
    access: 'tenant',
    params: z.strictObject({ tid: id, downloadID: id }),
    answer: 'none',
    errors: ['file.file_does_not_exist'],
  },
  'GET /api/v1/download-files/{downloadID}': {
    summary: 'The bytes of a package for its requester, complete or by range (RFC 9110)',
    access: 'account',
    params: downloadParams,
    answer: 'bytes',
    errors: ['file.file_does_not_exist', 'file.range_not_satisfiable'],
  },
  'POST /api/v1/download-files/{downloadID}/actions/received': {
    summary: 'Confirm the receipt of a complete package: deletes it and completes its download task',
    access: 'account',
    params: downloadParams,
    answer: 'none',
    errors: ['file.file_does_not_exist'],
  },
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/try-again': {
    summary: 'Retry a failed processing; for the applicant',
    access: 'tenant',
    params: flowParams,
    answer: 'none',
    errors: ['work.flow_not_found', 'work.flow_state_error'],
  },
  'GET /api/v1/tenants/{tid}/trusted-mailboxes': {
    summary: 'The addresses that trusted mails may be sent to',
    access: { right: 'Administration/administration' },
    params: tenantParams,
    query: z.strictObject({
      ...page,
      /** Part of the address. */
      keyword: keyword.optional(),
      sort: z.enum(['email', '-email', 'createAt', '-createAt']).default('email'),
    }),
    answer: list(
      z.object({
        email: z.string(),
        fid: id.nullable(),
        /** The name of the person; null for the whole tenant. */
        name: z.string().nullable(),
        flowID: id.nullable(),
        createAt: time,
      }),
    ),
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
    summary: 'Remove a trusted address of the tenant, or with `fid` of that person',
    access: { right: 'Administration/administration' },
    params: tenantParams,
    query: z.strictObject({ email: mailbox, fid: id.optional() }),
    answer: 'none',
    errors: ['work.mailbox_not_found'],
  },
});
