import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, list, page, sha256, tenantParams, time, timeParam } from './common.schemas.ts';

/** One action, or the refusal of one. Contains ids only. */
const auditRecord = z.object({
  /** Starts at 1, without gaps. */
  sequence: z.int(),
  at: time,
  /** `area.verb_past`, such as `account.password_changed`; `rewrap`, `register`, `withdraw`, `grant`, `rotate` for keys. */
  act: z.string(),
  decision: z.enum(['granted', 'refused']),
  /** The reason of a refusal. */
  reason: z.string().nullable(),
  aid: id.nullable(),
  fid: id.nullable(),
  deviceID: id.nullable(),
  operatorID: id.nullable(),
  documentID: z.string().nullable(),
  kid: z.string().nullable(),
  /** Id of the object of the action. */
  subject: z.string().nullable(),
  sha256: z.string().nullable(),
  /** Number of equal records that this one aggregates; usually 1. */
  count: z.int(),
  /** SHA-256 over the previous hash and this record. */
  hash: sha256,
});

const auditVerification = z.object({
  /** Length of the chain at the time of the request. */
  last: z.int(),
  /** Number of signed checkpoints that the chain was compared with. */
  checkpoints: z.int(),
  /** The first bad record; null if every record follows from the previous one. */
  brokenAt: z.int().nullable(),
  /**
   * `changed`: the record differs from the one that was linked. `missing`: it is absent, or the chain ends before it.
   * `order`: it is out of order. `checkpoint`: the chain was rewritten somewhere from `brokenAt` to `checkpoint`.
   */
  why: z.enum(['changed', 'missing', 'order', 'checkpoint']).nullable(),
  /** The signed checkpoint that does not match; null if none is involved. */
  checkpoint: z.int().nullable(),
});

const afterSequence = z.coerce.number<number | string>().int().min(0);
const text = z.string().min(1).max(100);
const auditQuery = {
  ...page,
  act: text.optional(),
  aid: id.optional(),
  fid: id.optional(),
  documentID: text.optional(),
  /** `from` inclusive, `to` exclusive. */
  from: timeParam.optional(),
  to: timeParam.optional(),
  /** Only records after this one, in chain order. */
  after: afterSequence.optional(),
  /** Id of the object of the action. */
  subject: text.optional(),
  decision: z.enum(['granted', 'refused']).optional(),
  /**
   * Only records before this one, newest first. Such a page examines a bounded part of the chain: `total` is the number of its
   * records, and `next` is where the next page begins.
   */
  before: z.coerce.number<number | string>().int().min(1).optional(),
  verify: z.stringbool().optional(),
};
const auditPage = list(auditRecord).extend({
  brokenAt: z.int().nullable().optional(),
  /** With `before`: the value of `before` for the next page; null at the start of the chain. */
  next: z.int().nullable().optional(),
});
const exportQuery = z.strictObject({ after: afterSequence.optional() });
const administration = { right: 'Administration/administration', deletedTenants: true } as const;

export const auditCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/audit': {
    summary: 'Actions and refusals of a tenant, newest first',
    home: 'host',
    access: administration,
    params: tenantParams,
    query: z.strictObject(auditQuery),
    // `brokenAt` is set if `verify` was requested: the first record that does not follow, or null if all do.
    answer: auditPage,
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/audit/export': {
    summary: 'The chain as JSON lines with hashes and signed checkpoints, for external verification',
    home: 'host',
    access: administration,
    stepUp: true,
    params: tenantParams,
    query: exportQuery,
    answer: 'lines',
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/audit/actions/verify': {
    summary: 'Verify the chain and all signed checkpoints, and report the first bad record',
    home: 'host',
    access: administration,
    params: tenantParams,
    answer: data(auditVerification),
    errors: [],
  },
  'GET /api/v1/admin/audit': {
    summary: 'Actions and refusals outside of tenants, newest first',
    access: 'operator',
    query: z.strictObject(auditQuery),
    answer: auditPage,
    errors: [],
  },
  'GET /api/v1/admin/audit/export': {
    summary: 'The chain of records outside of tenants, as JSON lines',
    access: 'operator',
    stepUp: true,
    query: exportQuery,
    answer: 'lines',
    errors: [],
  },
  'POST /api/v1/admin/audit/actions/verify': {
    summary: 'Verify the chain of records outside of tenants',
    access: 'operator',
    answer: data(auditVerification),
    errors: [],
  },
});
