import type { Answer, Query } from '@sealflow/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

const healthCall = 'GET /api/v1/admin/health';
const metricsCall = 'GET /api/v1/admin/health/metrics';
const failedJobsCall = 'GET /api/v1/admin/failed-jobs';

export type Health = Answer<typeof healthCall>['data'];
export type NodeState = NonNullable<Health['nodes']>[number];
export type MetricsPoint = Answer<typeof metricsCall>['data']['points'][number];
export type FailedJob = Answer<typeof failedJobsCall>['data'][number];

const rootKey = 'health';
const stateIntervalMs = 15_000;
const metricsIntervalMs = 60_000;

/** The state of the deployment, read again every 15 seconds. */
export function useHealth() {
  const api = useApi();
  return useQuery({
    queryKey: [rootKey, 'state'],
    refetchInterval: stateIntervalMs,
    queryFn: async ({ signal }) => (await api.call(healthCall, { signal })).data,
  });
}

/** Metrics over time, read again every minute. */
export function useMetrics(query: Query<typeof metricsCall>) {
  const api = useApi();
  return useQuery({
    queryKey: [rootKey, 'metrics', query],
    refetchInterval: metricsIntervalMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await api.call(metricsCall, { query, signal })).data,
  });
}

/** A page of the jobs whose last attempt failed. */
export function useFailedJobs(query: Query<typeof failedJobsCall>) {
  const api = useApi();
  return useQuery({
    queryKey: [rootKey, 'failed-jobs', query],
    refetchInterval: stateIntervalMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(failedJobsCall, { query, signal }),
  });
}

/** What an operator does about the state. */
export function useHealthActs() {
  const api = useApi();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [rootKey] });
  return {
    runHousekeeping: async () => {
      const { data } = await api.call('POST /api/v1/admin/health/actions/run-housekeeping');
      await refresh();
      return data.outcome;
    },
    retryJob: async (jobID: string) => {
      await api.call('POST /api/v1/admin/failed-jobs/{jobID}/actions/retry', { params: { jobID } });
      await refresh();
    },
    drain: async (node: string) => {
      await api.call('POST /api/v1/admin/nodes/{node}/actions/drain', { params: { node } });
      await refresh();
    },
    endDraining: async (node: string) => {
      await api.call('POST /api/v1/admin/nodes/{node}/actions/end-draining', { params: { node } });
      await refresh();
    },
  };
}
