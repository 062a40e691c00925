import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, list, page, sha256, tenantParams, time } from './common.schemas.ts';

const archive = z.object({
  archiveID: id,
  /** From 1, without gaps. */
  number: z.int(),
  /** The key of its object in the object store. */
  file: z.string(),
  size: z.int().meta({ description: 'Bytes' }),
  sha256,
  applications: z.int(),
  createdAt: time,
});

const faultyArchive = z.object({
  archiveID: id,
  number: z.int().nullable(),
  file: z.string().nullable(),
  /**
   * `missing`: the object store does not have the file. `changed`, `swapped`, `signature`: the file is not the one that was written. `order`: it does
   * not follow the archive before it. `unrecorded`: no audit record has its digest. `removed`: only an audit record names it.
   */
  fault: z.enum(['missing', 'changed', 'swapped', 'signature', 'order', 'unrecorded', 'removed']),
});

export const archiveCalls = declareCalls({
  'GET /api/v1/admin/tenants/{tid}/archives': {
    summary: 'The archives of deleted applications of a tenant, oldest first',
    access: 'operator',
    params: tenantParams,
    query: z.strictObject(page),
    answer: list(archive),
    errors: ['admin.tenant_not_found'],
  },
  'POST /api/v1/admin/tenants/{tid}/archives/actions/verify': {
    summary: 'Verify all archives of a tenant against the object store, their signatures and the audit chain',
    access: 'operator',
    params: tenantParams,
    answer: data(
      z.object({
        archives: z.int(),
        applications: z.int(),
        faults: z.array(faultyArchive),
        chainBrokenAt: z
          .int()
          .nullable()
          .meta({ description: 'The first bad record of the audit chain; null if it is unbroken' }),
      }),
    ),
    errors: ['admin.tenant_not_found'],
  },
  'GET /api/v1/admin/tenants/{tid}/archives/{archiveID}/export': {
    summary: 'An archive as JSON lines: applications, the signed manifest, and the ids behind pseudonyms',
    access: 'operator',
    stepUp: true,
    params: z.strictObject({ tid: id, archiveID: id }),
    answer: 'lines',
    errors: ['admin.tenant_not_found', 'admin.archive_not_found', 'admin.archive_damaged'],
  },
});
