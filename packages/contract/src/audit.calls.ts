import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, list, page, sha256, tenantParams, time, timeParam } from './common.schemas.ts';

/** What somebody did, or was refused. Ids only. */
const auditRecord = z.object({
  /** From 1, without gaps. */
  sequence: z.int(),
  at: time,
  /** `area.verb_past`, such as `account.password_changed`; `rewrap`, `register`, `withdraw`, `grant`, `rotate` for keys. */
  act: z.string(),
  decision: z.enum(['granted', 'refused']),
  /** Why it was refused. */
  reason: z.string().nullable(),
  aid: id.nullable(),
  fid: id.nullable(),
  deviceID: id.nullable(),
  operatorID: id.nullable(),
  documentID: z.string().nullable(),
  kid: z.string().nullable(),
  /** The id of what it was done to. */
  subject: z.string().nullable(),
  sha256: z.string().nullable(),
  /** How often, where like ones are one record; else 1. */
  count: z.int(),
  /** SHA-256 over the hash before and this record. */
  hash: sha256,
});

const auditVerification = z.object({
  /** How long the chain was when it was asked. */
  last: z.int(),
  /** Signed checkpoints that it was compared with. */
  checkpoints: z.int(),
  /** The first bad record; null where every one follows from the one before. */
  brokenAt: z.int().nullable(),
  /**
   * `changed`: the record is not the one that was linked. `missing`: it is gone, or the chain ends before it. `order`: it stood
   * elsewhere. `checkpoint`: the chain was written anew somewhere from `brokenAt` to `checkpoint`.
   */
  why: z.enum(['changed', 'missing', 'order', 'checkpoint']).nullable(),
  /** The signed checkpoint that does not match, where one tells. */
  checkpoint: z.int().nullable(),
});

const behind = z.coerce.number<number | string>().int().min(0);
const text = z.string().min(1).max(100);
const looked = {
  ...page,
  act: text.optional(),
  aid: id.optional(),
  fid: id.optional(),
  documentID: text.optional(),
  /** From this moment on, and before that one. */
  from: timeParam.optional(),
  to: timeParam.optional(),
  /** Only records behind this one, in the order of the chain. */
  after: behind.optional(),
  verify: z.stringbool().optional(),
};
const found = list(auditRecord).extend({ brokenAt: z.int().nullable().optional() });
const exported = z.strictObject({ after: behind.optional() });
const administration = { right: 'Administration/administration', deletedTenants: true } as const;

export const auditCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/audit': {
    summary: 'Who did what, or was refused it; the newest first',
    home: 'host',
    access: administration,
    params: tenantParams,
    query: z.strictObject(looked),
    /** `brokenAt` where `verify` was asked: the first record that does not follow, null where all do. */
    answer: found,
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/audit/export': {
    summary: 'The chain as lines of JSON with its hashes and signed checkpoints, to be verified elsewhere',
    home: 'host',
    access: administration,
    params: tenantParams,
    query: exported,
    answer: 'lines',
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/audit/actions/verify': {
    summary: 'Recompute the chain, compare it with all signed checkpoints, and name the first bad record',
    home: 'host',
    access: administration,
    params: tenantParams,
    answer: data(auditVerification),
    errors: [],
  },
  'GET /api/v1/admin/audit': {
    summary: 'Who did what that belongs to no tenant, or was refused it; the newest first',
    access: 'operator',
    query: z.strictObject(looked),
    answer: found,
    errors: [],
  },
  'GET /api/v1/admin/audit/export': {
    summary: 'The chain of what belongs to no tenant as lines of JSON',
    access: 'operator',
    query: exported,
    answer: 'lines',
    errors: [],
  },
  'POST /api/v1/admin/audit/actions/verify': {
    summary: 'Recompute the chain of what belongs to no tenant',
    access: 'operator',
    answer: data(auditVerification),
    errors: [],
  },
});
