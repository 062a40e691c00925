import type { Task } from '@sealflow/contract';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { SettledDecision } from './outbox.types.ts';

type CachedTasks = { readonly data?: readonly Pick<Task, 'id' | 'flow'>[] };

/** Number of own decisions whose application is remembered: their event follows within seconds. */
const maxRemembered = 200;
/** The application of each task that was decided on this device, by the task's id. */
const flowOfDecided = new Map<string, string>();

/** Remembers the applications of sent decisions, because their tasks leave the lists before the service's event arrives. */
export function rememberDecided(settled: readonly SettledDecision[]): void {
  for (const { subject, flowID } of settled) flowOfDecided.set(subject, flowID);
  for (const subject of [...flowOfDecided.keys()].slice(0, -maxRemembered)) flowOfDecided.delete(subject);
}

/** The id of a task's application, if a decision or a loaded list of tasks names it. */
export function knownFlowOf(client: QueryClient, tid: string, taskID: string): string | undefined {
  const decided = flowOfDecided.get(taskID);
  if (decided !== undefined) return decided;
  for (const [, page] of client.getQueriesData<CachedTasks>({
    queryKey: ['tenant', tid, 'work', 'list', 'tasks'],
  })) {
    const task = page?.data?.find(({ id }) => id === taskID);
    if (task !== undefined) return task.flow.id;
  }
  return undefined;
}

/** Whether a change of the given applications can change what a query of the work screens returned. */
export function isOfFlows({ queryKey }: Pick<Query, 'queryKey'>, flowIDs: ReadonlySet<string>): boolean {
  const [, , , kind, id] = queryKey;
  // Only administrators change the application types.
  if (kind === 'types') return false;
  return kind !== 'flow' || flowIDs.has(String(id));
}

/**
 * Invalidates the lists of a tenant's work and the given applications. Another application that is shown stays as it
 * is: loading it again takes four calls.
 */
export const invalidateWork = (
  client: QueryClient,
  tid: string,
  flowIDs: ReadonlySet<string>,
): Promise<void> =>
  client.invalidateQueries({
    queryKey: ['tenant', tid, 'work'],
    predicate: (query) => isOfFlows(query, flowIDs),
  });
