import type { Answer, ApplicationType } from '@sealflow/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi } from '../../platform/api/index.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import { type CurrentTenant, useTenant } from '../../platform/session/index.ts';
import { openAccountDrafts, parseDraft } from './drafts.store.ts';

/**
 * Returns the current tenant.
 * @throws Error without a tenant; the routes reach this screen only with one.
 */
export function useApplyTenant(): CurrentTenant {
  const tenant = useTenant();
  if (tenant === null) throw new Error('no current tenant');
  return tenant;
}

const applyKey = (tid: string) => ['tenant', tid, 'apply'] as const;
/** Only administrators change this data. */
const adminDataStaleTimeMs = 600_000;

export function useApplicationTypes() {
  const api = useApi();
  const { tid } = useApplyTenant();
  return useQuery({
    queryKey: [...applyKey(tid), 'types'],
    queryFn: ({ signal }) => api.call('GET /api/v1/tenants/{tid}/flow-types', { params: { tid }, signal }),
    staleTime: adminDataStaleTimeMs,
  });
}

/** The tenant's name of a type; null while it loads, or if the tenant does not offer the type. */
export function useTenantTypeName(type: ApplicationType): string | null {
  return useApplicationTypes().data?.data.find((one) => one.type === type)?.name ?? null;
}

/** A stage of a type whose approver the applicant chooses, with the names of its limits. */
export type ApproverStage = NonNullable<
  Answer<'GET /api/v1/tenants/{tid}/flow-types'>['data'][number]['choices']
>[number];

const noStages: readonly ApproverStage[] = [];

/** The stages of a type whose approver the applicant chooses; empty while they load. */
export function useApproverStages(type: ApplicationType): readonly ApproverStage[] {
  return useApplicationTypes().data?.data.find((one) => one.type === type)?.choices ?? noStages;
}

const maxPeople = 30;

/** The people whom the applicant may choose as approver of a stage. Without a limit the search needs a part of the name. */
export function useApproverSearch({
  type,
  stage,
  keyword,
  isEnabled,
}: {
  readonly type: ApplicationType;
  readonly stage: number;
  readonly keyword: string;
  readonly isEnabled: boolean;
}) {
  const api = useApi();
  const { tid } = useApplyTenant();
  return useQuery({
    queryKey: [...applyKey(tid), 'approvers', type, stage, keyword],
    enabled: isEnabled,
    queryFn: ({ signal }) =>
      api.call('GET /api/v1/tenants/{tid}/user-approver-choices', {
        params: { tid },
        query: { type, stage, limit: maxPeople, ...(keyword === '' ? {} : { keyword }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function useClassifications() {
  const api = useApi();
  const { tid } = useApplyTenant();
  return useQuery({
    queryKey: [...applyKey(tid), 'classifications'],
    queryFn: ({ signal }) =>
      api.call('GET /api/v1/tenants/{tid}/user-classifications', {
        params: { tid },
        query: { limit: 100 },
        signal,
      }),
    staleTime: adminDataStaleTimeMs,
  });
}

/** Drafts stored at the service, of any device. */
export function useServiceDrafts() {
  const api = useApi();
  const { tid } = useApplyTenant();
  return useQuery({
    queryKey: [...applyKey(tid), 'service-drafts'],
    queryFn: ({ signal }) =>
      api.call('GET /api/v1/tenants/{tid}/user-flows', {
        params: { tid },
        query: { state: 'new', limit: 50 },
        signal,
      }),
    staleTime: 0,
  });
}

export function useServiceDraft(flowID: string) {
  const api = useApi();
  const { tid } = useApplyTenant();
  return useQuery({
    queryKey: [...applyKey(tid), 'service-draft', flowID],
    queryFn: async ({ signal }) => {
      const options = { params: { tid, flowID }, signal };
      const [info, files] = await Promise.all([
        api.call('GET /api/v1/tenants/{tid}/flows/{flowID}', options),
        api.call('GET /api/v1/tenants/{tid}/flows/{flowID}/files', options),
      ]);
      return { info: info.data, files: files.data };
    },
    staleTime: 0,
  });
}

const draftsKey = (tid: string) => ['account', 'drafts', tid] as const;

export function useLocalDrafts(context: DocumentsContext) {
  const { tid } = useApplyTenant();
  return useQuery({
    queryKey: draftsKey(tid),
    queryFn: async () => (await (await openAccountDrafts(context)).list(tid)).map(parseDraft),
    staleTime: 0,
  });
}

/** Refetches the local drafts, the service drafts and the work lists. */
export function useRefreshDrafts(): () => Promise<void> {
  const client = useQueryClient();
  const { tid } = useApplyTenant();
  return useCallback(async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: draftsKey(tid) }),
      client.invalidateQueries({ queryKey: [...applyKey(tid), 'service-drafts'] }),
      client.invalidateQueries({ queryKey: ['tenant', tid, 'work'] }),
    ]);
  }, [client, tid]);
}
