import type { Body } from '@sealflow/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api/index.ts';

const setCall = 'POST /api/v1/tenants/{tid}/user-absences';
const maxPeople = 30;

const absencesKey = (tid: string) => ['tenant', tid, 'absences'] as const;

/** The user's absences that have not ended, and those of people whose deputy the user is. */
export function useOwnAbsences(tid: string) {
  const api = useApi();
  return useQuery({
    queryKey: absencesKey(tid),
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/v1/tenants/{tid}/user-absences', { params: { tid }, signal })).data,
    staleTime: 60_000,
  });
}

/** The acts on the user's absences. */
export function useAbsenceActs(tid: string) {
  const api = useApi();
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: absencesKey(tid) });
  const set = useMutation({
    mutationFn: (body: Body<typeof setCall>) => api.call(setCall, { params: { tid }, body }),
    onSuccess,
  });
  const end = useMutation({
    mutationFn: (absenceID: string) =>
      api.call('POST /api/v1/tenants/{tid}/user-absences/{absenceID}/actions/end', {
        params: { tid, absenceID },
      }),
    onSuccess,
  });
  return { set, end };
}

/** Colleagues who can be named as deputy. The search needs a part of the name. */
export function useDeputySearch(tid: string, keyword: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...absencesKey(tid), 'deputies', keyword],
    enabled: keyword !== '',
    queryFn: ({ signal }) =>
      api.call('GET /api/v1/tenants/{tid}/user-deputies', {
        params: { tid },
        query: { keyword, limit: maxPeople },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** The application types that the organisation offers, with its names for them. */
export function useOfferedTypes(tid: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...absencesKey(tid), 'types'],
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/v1/tenants/{tid}/flow-types', { params: { tid }, signal })).data,
    staleTime: 600_000,
  });
}
