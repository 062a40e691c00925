import { z } from 'zod';
import { administeredMember, memberFilter } from './admin-members.calls.ts';
import { declareCalls } from './call.ts';
import { data, id, ifMatchHeader, tenantParams } from './common.schemas.ts';
import { entityTagFields } from './entity-tags.ts';

const people = { right: 'org_managment' } as const;

/** An act on each of several members. */
const bulkAction = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(['suspend', 'reactivate', 'end', 'end-sessions', 'request-reset', 'resend-invitation']),
  }),
  z.strictObject({ kind: z.literal('move'), orgID: id.nullable() }),
  z.strictObject({ kind: z.enum(['add-role', 'remove-role']), roleID: id }),
]);

const sensitiveActions: ReadonlySet<string> = new Set(['suspend', 'end', 'add-role', 'remove-role']);

/** Whether an act takes access from several members, or changes their rights. */
const isSensitive = ({ action }: { action: { kind: string } }) => sensitiveActions.has(action.kind);

/** The result for one object of a bulk act; `code` and `params` as in an error response. */
export const bulkResult = z.discriminatedUnion('ok', [
  z.object({ id, ok: z.literal(true) }),
  z.object({
    id,
    ok: z.literal(false),
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
]);

export const adminMemberBulkCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/admin/members-export': {
    summary:
      'All members that match, one JSON object of the list on each line. Cells of a table made from it must not begin with ' +
      'a formula',
    access: people,
    home: 'host',
    params: tenantParams,
    query: z.strictObject(memberFilter),
    answer: 'lines',
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/admin/members/actions/bulk': {
    summary:
      'Perform one act on up to 200 members, each in its own transaction and with its own audit record. One result per ' +
      'different id, in order; a repetition has the same result',
    access: people,
    stepUp: isSensitive,
    home: 'host',
    params: tenantParams,
    body: z.strictObject({ fids: z.array(id).min(1).max(200), action: bulkAction }),
    answer: z.object({ data: z.array(bulkResult) }),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/admin/devices/actions/bulk': {
    summary:
      'Withdraw up to 200 devices of members, each in its own transaction and with its own audit record. One result per ' +
      'different device, in order; its `id` is the id of the member, `/` and the id of the device',
    access: people,
    stepUp: true,
    home: 'host',
    params: tenantParams,
    body: z.strictObject({
      devices: z
        .array(z.strictObject({ fid: id, deviceID: id }))
        .min(1)
        .max(200),
      action: z.strictObject({ kind: z.literal('withdraw') }),
    }),
    answer: z.object({ data: z.array(bulkResult) }),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/end': {
    summary:
      'End a membership; its open tasks are reassigned. With `successor`, who must be an active member, its documents are ' +
      'transferred first, with `handOverTasks` its open tasks too; this needs the right to administer the tenant. `reason` is ' +
      'the note of these tasks',
    access: people,
    home: 'host',
    params: z.strictObject({ tid: id, fid: id }),
    headers: ifMatchHeader,
    body: z.strictObject({
      successor: id.nullable().default(null),
      handOverTasks: z.boolean().default(false),
      reason: z.string().trim().max(500).default(''),
    }),
    answer: data(administeredMember.extend({ documents: z.int(), tasks: z.int(), tasksLeft: z.int() })),
    entityTag: entityTagFields.member,
    errors: [
      'login.user_not_found',
      'admin.last_administrator',
      'admin.successor_not_active',
      'admin.changed_meanwhile',
      'admin.beyond_own_rights',
      'admin.tenant_closed',
    ],
  },
});
