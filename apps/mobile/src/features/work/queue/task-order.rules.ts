import type { Task } from '@sealflow/contract';

export type TaskPage = { readonly page: number; readonly tasks: readonly Task[]; readonly total: number };

/** Pages of the list that are searched in each direction. */
const maxPages = 5;

type SearchOptions = {
  /** The loaded pages in their order. */
  readonly loaded: readonly TaskPage[];
  /** @returns a page of the list; null if it cannot be loaded. */
  readonly load: (page: number) => Promise<TaskPage | null>;
  readonly currentID: string;
  readonly isDecided: (taskID: string) => boolean;
};

/** The task to decide after the current one: the next below it in the list, otherwise the first from the top. */
export async function findNextTask(options: SearchOptions): Promise<Task | null> {
  const { loaded, load, currentID, isDecided } = options;
  const isNext = ({ id, state, nodeType }: Task) =>
    state === 'awaiting' && nodeType === 'approve' && id !== currentID && !isDecided(id);
  const search = async (from: number, to: number) => {
    for (let page = from; page < to; page += 1) {
      const found = await load(page);
      const next = found?.tasks.find(isNext);
      if (next !== undefined) return next;
      if (found === null || found.tasks.length === 0) return null;
    }
    return null;
  };
  const own = loaded.find(({ tasks }) => tasks.some(({ id }) => id === currentID));
  if (own === undefined) return search(0, maxPages);
  const below = own.tasks.slice(own.tasks.findIndex(({ id }) => id === currentID) + 1).find(isNext);
  return (
    below ??
    (await search(own.page + 1, own.page + 1 + maxPages)) ??
    (await search(0, Math.min(own.page + 1, maxPages)))
  );
}

/** Number of tasks that wait: those that the service counts, without those that the list still has as waiting. */
export function tasksLeft(
  counted: number,
  loaded: readonly TaskPage[],
  isDecided: (taskID: string) => boolean,
): number {
  const decided = loaded
    .flatMap(({ tasks }) => tasks)
    .filter(({ id, state }) => state === 'awaiting' && isDecided(id));
  return Math.max(0, counted - decided.length);
}
