import type { Answer, Query } from '@sealflow/contract';
import type { Invocation } from './command.types.ts';
import { findOption } from './options.util.ts';
import { UsageError } from './usage.errors.ts';

type AuditPage = Answer<'GET /api/v1/tenants/{tid}/audit'>;
type AuditVerification = Answer<'POST /api/v1/tenants/{tid}/audit/actions/verify'>['data'];

/** The audit chain that a command works on: that of a tenant, or that of the deployment. */
export interface AuditTarget {
  list(query: Query<'GET /api/v1/tenants/{tid}/audit'>): Promise<AuditPage>;
  verify(): Promise<AuditVerification>;
  /** The export of the records after a sequence number, in chunks. */
  export(after: number): Promise<AsyncIterable<Uint8Array>>;
}

export const targetUsage = '--tenant ID|--deployment';
export const targetOptions = { tenant: { type: 'string' }, deployment: { type: 'boolean' } } as const;

/** Selects the chain. @throws UsageError unless exactly one chain is named. */
export async function resolveAuditTarget(invocation: Invocation): Promise<AuditTarget> {
  const tid = findOption(invocation, 'tenant');
  const isDeployment = invocation.values['deployment'] === true;
  if (isDeployment === (tid !== undefined)) throw new UsageError(`expected exactly one of ${targetUsage}`);
  const { call, stream } = await invocation.service();
  if (tid === undefined) {
    return {
      list: (query) => call('GET /api/v1/admin/audit', { query }),
      verify: async () => (await call('POST /api/v1/admin/audit/actions/verify', {})).data,
      export: (after) => stream('GET /api/v1/admin/audit/export', { query: { after } }),
    };
  }
  const params = { tid };
  return {
    list: (query) => call('GET /api/v1/tenants/{tid}/audit', { params, query }),
    verify: async () => (await call('POST /api/v1/tenants/{tid}/audit/actions/verify', { params })).data,
    export: (after) => stream('GET /api/v1/tenants/{tid}/audit/export', { params, query: { after } }),
  };
}
