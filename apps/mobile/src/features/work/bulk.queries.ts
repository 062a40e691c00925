import type { FlowInfo } from '@sealflow/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { refreshBadges } from '../../app/shell/badges.store.ts';
import { useApi } from '../../platform/api/index.ts';
import { type Outcome, submitDecisions } from '../../platform/outbox/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { digestOfSeen } from './decision.queries.ts';
import { useStoredWork } from './stored-work.hook.ts';
import type { ChosenTask } from './task-selection.rules.ts';
import { type FlowView, fetchFlow, keptFlow } from './work.queries.ts';
import { useWorkTenant, workKeys } from './work-tenant.hook.ts';

export type ReadTask = {
  readonly files: number;
  /** The application; the row shows what the digest covers. */
  readonly info: FlowInfo;
  readonly seen: string | null;
};

/** Limits parallel requests, so that the connection stays responsive. */
const atOnce = 4;

/**
 * Loads every selected application in full: the decision includes its digest, so that the service rejects a
 * changed application. Offline, the stored application is used.
 */
export function useBulkReading(tasks: readonly ChosenTask[]) {
  const api = useApi();
  const client = useQueryClient();
  const store = useStoredWork();
  const { tid } = useWorkTenant();
  const [read, setRead] = useState<ReadonlyMap<string, ReadTask | 'failed'>>(new Map());
  const [round, setRound] = useState(0);

  useEffect(() => {
    const ended = new AbortController();
    const queue = tasks.filter(({ taskID }) => typeof read.get(taskID) !== 'object');
    const viewOf = async (flowID: string): Promise<FlowView | null> => {
      try {
        return await client.fetchQuery({
          queryKey: workKeys.flow(tid, flowID),
          queryFn: ({ signal }) => fetchFlow({ api, store, tid }, flowID, signal),
          staleTime: 10_000,
        });
      } catch {
        return keptFlow(store, flowID);
      }
    };
    const work = async () => {
      for (let task = queue.shift(); task !== undefined && !ended.signal.aborted; task = queue.shift()) {
        const { taskID, flowID } = task;
        const view = await viewOf(flowID);
        const seen = view === null ? null : ((await digestOfSeen(view.info, view.files)) ?? null);
        const one: ReadTask | 'failed' =
          view === null ? 'failed' : { files: view.files.length, info: view.info, seen };
        if (!ended.signal.aborted) setRead((before) => new Map(before).set(taskID, one));
      }
    };
    void Promise.all(Array.from({ length: atOnce }, work));
    return () => ended.abort();
    // `loaded` is no dependency: loaded applications must not restart the loading.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [tasks, round, api, client, store, tid]);

  return { read, readAgain: () => setRound(round + 1) };
}

type BulkRequest = {
  readonly action: 'approve' | 'reject';
  readonly remark: string;
  readonly tasks: readonly ChosenTask[];
  readonly read: ReadonlyMap<string, ReadTask | 'failed'>;
};

/**
 * Decides several tasks in one outbox submission. @returns the outcome of each; tasks that could not be loaded
 * are skipped.
 */
export function useBulkDecision() {
  const client = useQueryClient();
  const { account } = useSignedIn();
  const { tid } = useWorkTenant();
  return async ({ action, remark, tasks, read }: BulkRequest): Promise<ReadonlyMap<string, Outcome>> => {
    const ready = tasks.filter(({ taskID }) => typeof read.get(taskID) === 'object');
    const outcomes = await submitDecisions(
      account.aid,
      ready.map(({ taskID, flowID, title }) => {
        const one = read.get(taskID);
        const seen = typeof one === 'object' ? one.seen : null;
        return { tid, action, flowID, subject: taskID, title, remark: remark.trim(), people: [], seen };
      }),
    );
    refreshBadges();
    await client.invalidateQueries({ queryKey: workKeys.all(tid) });
    return new Map(
      ready.flatMap(({ taskID }, at): [string, Outcome][] => {
        const outcome = outcomes[at];
        return outcome === undefined ? [] : [[taskID, outcome]];
      }),
    );
  };
}
