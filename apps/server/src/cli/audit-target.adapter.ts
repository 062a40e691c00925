import type { Answer, Query } from '@sealflow/contract';
import type { Given } from './command.port.ts';
import { optional } from './given.adapter.ts';
import { UsageError } from './usage.errors.ts';

type Found = Answer<'GET /api/v1/tenants/{tid}/audit'>;
type Verified = Answer<'POST /api/v1/tenants/{tid}/audit/actions/verify'>['data'];

/** The audit chain that a command works on: that of a tenant, or that of the deployment. */
export interface AuditTarget {
  list(query: Query<'GET /api/v1/tenants/{tid}/audit'>): Promise<Found>;
  verify(): Promise<Verified>;
  /** The export of the records after a sequence number, in chunks. */
  export(after: number): Promise<AsyncIterable<Uint8Array>>;
}

export const targetUsage = '--tenant ID|--deployment';
export const targetOptions = { tenant: { type: 'string' }, deployment: { type: 'boolean' } } as const;

/** Selects the chain. @throws UsageError unless exactly one chain is named. */
export async function auditTarget(given: Given): Promise<AuditTarget> {
  const tid = optional(given, 'tenant');
  const isDeployment = given.values['deployment'] === true;
  if (isDeployment === (tid !== undefined)) throw new UsageError(`name one chain: ${targetUsage}`);
  const { call, stream } = await given.service();
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
