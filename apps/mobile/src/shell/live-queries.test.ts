import type { LiveEvent } from '@sealflow/sdk/sse-parser.util.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { invalidateByEvents } from './live-queries.hook.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const work = (...rest: readonly unknown[]) => ['tenant', 't1', 'work', ...rest] as const;

/** Emits the events in one burst. @returns the work that is invalidated then. */
async function staleAfter(...events: readonly LiveEvent[]): Promise<readonly string[]> {
  const client = new QueryClient();
  client.setQueryData(work('list', 'tasks', 'awaiting', 0), { data: [{ id: 'k1', flow: { id: 'f1' } }] });
  for (const key of [work('flow', 'f1'), work('flow', 'f2'), ['tenant', 't2', 'work', 'flow', 'f1']])
    client.setQueryData(key, {});
  let emit: (event: LiveEvent) => void = () => undefined;
  const end = invalidateByEvents(client, (listener) => {
    emit = (event) => listener(event, null);
    return () => undefined;
  });
  for (const event of events) emit(event);
  await vi.runAllTimersAsync();
  end();
  const all = client.getQueryCache().getAll();
  return all.filter(({ state }) => state.isInvalidated).map(({ queryKey }) => queryKey.join('/'));
}

const list = 'tenant/t1/work/list/tasks/awaiting/0';
const task = (taskID: string): LiveEvent => ({ name: 'task', data: { tid: 't1', taskID } });

it('reloads the lists and the changed application, not another one that is shown', async () => {
  expect(await staleAfter({ name: 'flow', data: { tid: 't1', flowID: 'f2' } })).toEqual([
    list,
    'tenant/t1/work/flow/f2',
  ]);
  expect(await staleAfter(task('k1'))).toEqual([list, 'tenant/t1/work/flow/f1']);
});

it('reloads all work of the tenant if the application of one task is unknown', async () => {
  const all = [list, 'tenant/t1/work/flow/f1', 'tenant/t1/work/flow/f2'];
  expect(await staleAfter(task('new'))).toEqual(all);
  expect(await staleAfter(task('new'), task('k1'))).toEqual(all);
  expect(await staleAfter(task('k1'), task('new'))).toEqual(all);
});
