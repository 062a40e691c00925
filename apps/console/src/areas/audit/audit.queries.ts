import type { Answer, Query } from '@sealflow/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

const tenantCall = 'GET /api/v1/tenants/{tid}/audit';

export type AuditRecord = Answer<typeof tenantCall>['data'][number];
export type AuditFilter = Omit<Query<typeof tenantCall>, 'skip' | 'limit' | 'after' | 'before' | 'verify'>;
/** The id of a tenant; null for the chain of the deployment. */
export type AuditScope = string | null;

type RecordPage = { readonly data: readonly AuditRecord[]; readonly next: number | null };

const pageSize = 25;
/** The service limits it to the end of the chain. */
const endOfChain = Number.MAX_SAFE_INTEGER;

/** The calls for one chain. */
export function useAuditCalls(scope: AuditScope) {
  const api = useApi();
  const params = { tid: scope ?? '' };
  return {
    list: (query: Query<typeof tenantCall>, signal: AbortSignal) =>
      scope === null
        ? api.call('GET /api/v1/admin/audit', { query, signal })
        : api.call(tenantCall, { params, query, signal }),
    verify: () =>
      scope === null
        ? api.call('POST /api/v1/admin/audit/actions/verify', { timeoutMs: verifyTimeoutMs })
        : api.call('POST /api/v1/tenants/{tid}/audit/actions/verify', { params, timeoutMs: verifyTimeoutMs }),
    openExport: (signal: AbortSignal) =>
      scope === null
        ? api.open('GET /api/v1/admin/audit/export', { signal })
        : api.open('GET /api/v1/tenants/{tid}/audit/export', { params, signal }),
  };
}

/** A long chain takes minutes. */
const verifyTimeoutMs = 600_000;

/**
 * Records of a chain, the newest first, by pages that begin at a place of the chain. A page of the service examines a bounded
 * part of the chain and may have no matches; pages are read until one has some.
 */
export function useRecords(scope: AuditScope, filter: AuditFilter) {
  const calls = useAuditCalls(scope);
  return useInfiniteQuery({
    queryKey: ['audit', scope, filter],
    initialPageParam: endOfChain,
    // Reading is recorded in the chain: the list is read again only when the person asks for it.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ pageParam, signal }): Promise<RecordPage> => {
      for (let before: number = pageParam; ; ) {
        const { data, next = null } = await calls.list({ ...filter, before, limit: pageSize }, signal);
        if (data.length > 0 || next === null) return { data, next };
        before = next;
      }
    },
    getNextPageParam: ({ next }: RecordPage) => next,
  });
}

/** The length of the chain. */
export function useChainLength(scope: AuditScope) {
  const calls = useAuditCalls(scope);
  return useQuery({
    queryKey: ['audit', scope, 'length'],
    queryFn: async ({ signal }) => (await calls.list({ limit: 0 }, signal)).total,
  });
}
