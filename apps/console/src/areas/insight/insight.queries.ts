import type { Answer, Query } from '@sealflow/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

export const typesCall = 'GET /api/v1/tenants/{tid}/admin/insight/types';
export const peopleCall = 'GET /api/v1/tenants/{tid}/admin/insight/people';

export type TypeInsight = Answer<typeof typesCall>['data']['types'][number];
export type StageInsight = TypeInsight['stages'][number];
export type PersonInsight = Answer<typeof peopleCall>['data'][number];
export type PeopleQuery = Query<typeof peopleCall>;
export type Days = NonNullable<Query<typeof typesCall>['days']>;

/** Days end at midnight of this browser. */
export const periodOf = (days: Days) => ({ days, offsetMinutes: -new Date().getTimezoneOffset() });

/** The figures of all application types in the last days. */
export function useTypeInsight(tid: string, days: Days) {
  const api = useApi();
  return useQuery({
    queryKey: ['insight', tid, 'types', days],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.call(typesCall, { params: { tid }, query: periodOf(days), signal })).data.types,
  });
}

/** A page of the figures of people. Each reading is audited, so that nothing but the person’s own act repeats it. */
export function usePeopleInsight(tid: string, query: PeopleQuery) {
  const api = useApi();
  return useQuery({
    queryKey: ['insight', tid, 'people', query],
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => api.call(peopleCall, { params: { tid }, query, signal }),
  });
}
