import type { Query } from '@sealflow/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../../platform/api/index.ts';

const call = 'GET /api/v1/tenants/{tid}/user-insight';

export type InsightDays = NonNullable<Query<typeof call>['days']>;

/** The user's own tasks and waiting time. Days end at midnight of this device. */
export function useOwnInsight(tid: string, days: InsightDays) {
  const api = useApi();
  return useQuery({
    queryKey: ['tenant', tid, 'insight', days],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { days, offsetMinutes: -new Date().getTimezoneOffset() };
      return (await api.call(call, { params: { tid }, query, signal })).data;
    },
  });
}
