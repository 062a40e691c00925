import type { FlowInfo } from '@sealflow/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../../../platform/api/index.ts';
import { invalidateWork, type Outcome, submitDecisions } from '../../../platform/outbox/index.ts';
import { snapshotDigest } from '../../../platform/outbox/snapshot-digest.util.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { refreshBadges } from '../../../shell/badges/badges.store.ts';
import type { ChosenTask } from '../list/task-selection.rules.ts';
import { useStoredWork } from '../stored-work.hook.ts';
import { type FlowView, fetchFlow, readStoredFlow } from '../work.queries.ts';
import { useWorkTenant, workKeys } from '../work-tenant.hook.ts';

export type LoadedTask = {
  readonly files: number;
  /** The application; the row shows what the digest covers. */
  readonly info: FlowInfo;
  readonly seen: string | null;
};

/** Limits parallel requests, so that the connection stays responsive. */
const maxConcurrentLoads = 4;

/**
 * Loads every selected application in full: the decision includes its digest, so that the service rejects a
 * changed application. Offline, the stored application is used.
 */
export function useLoadBulkTasks(tasks: readonly ChosenTask[]) {
  const api = useApi();
  const client = useQueryClient();
  const store = useStoredWork();
  const { tid } = useWorkTenant();
  const [loaded, setLoaded] = useState<ReadonlyMap<string, LoadedTask | 'failed'>>(new Map());
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    const queue = tasks.filter(({ taskID }) => typeof loaded.get(taskID) !== 'object');
    const loadView = async (flowID: string): Promise<FlowView | null> => {
      try {
        return await client.fetchQuery({
          queryKey: workKeys.flow(tid, flowID),
          queryFn: ({ signal }) => fetchFlow({ api, store, tid }, flowID, signal),
          staleTime: 10_000,
        });
      } catch {
        return readStoredFlow(store, flowID);
      }
    };
    const runWorker = async () => {
      for (let task = queue.shift(); task !== undefined && !controller.signal.aborted; task = queue.shift()) {
        const { taskID, flowID } = task;
        const view = await loadView(flowID);
        const seen = view === null ? null : ((await snapshotDigest(view.info, view.files)) ?? null);
        const one: LoadedTask | 'failed' =
          view === null ? 'failed' : { files: view.files.length, info: view.info, seen };
        if (!controller.signal.aborted) setLoaded((before) => new Map(before).set(taskID, one));
      }
    };
    void Promise.all(Array.from({ length: maxConcurrentLoads }, runWorker));
    return () => controller.abort();
    // `loaded` is no dependency: loaded applications must not restart the loading.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [tasks, attempt, api, client, store, tid]);

  return { loaded, reload: () => setAttempt(attempt + 1) };
}

type BulkRequest = {
  readonly action: 'approve' | 'reject';
  readonly remark: string;
  readonly tasks: readonly ChosenTask[];
  readonly loaded: ReadonlyMap<string, LoadedTask | 'failed'>;
};

/**
 * Decides several tasks in one outbox submission. @returns the outcome of each; tasks that could not be loaded
 * are skipped.
 */
export function useBulkDecision() {
  const client = useQueryClient();
  const { account } = useSignedIn();
  const { tid } = useWorkTenant();
  return async ({ action, remark, tasks, loaded }: BulkRequest): Promise<ReadonlyMap<string, Outcome>> => {
    const ready = tasks.filter(({ taskID }) => typeof loaded.get(taskID) === 'object');
    const outcomes = await submitDecisions(
      account.aid,
      ready.map(({ taskID, flowID, title }) => {
        const one = loaded.get(taskID);
        const seen = typeof one === 'object' ? one.seen : null;
        return { tid, action, flowID, subject: taskID, title, remark: remark.trim(), people: [], seen };
      }),
    );
    refreshBadges();
    await invalidateWork(client, tid, new Set(ready.map(({ flowID }) => flowID)));
    return new Map(
      ready.flatMap(({ taskID }, at): [string, Outcome][] => {
        const outcome = outcomes[at];
        return outcome === undefined ? [] : [[taskID, outcome]];
      }),
    );
  };
}
