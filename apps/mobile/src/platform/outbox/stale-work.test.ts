import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { invalidateWork, knownFlowOf, rememberDecided } from './stale-work.util.ts';

const work = (...rest: readonly unknown[]) => ['tenant', 't1', 'work', ...rest] as const;

function createClient(): QueryClient {
  const client = new QueryClient();
  const keys = [
    work('list', 'tasks', 'awaiting', 0),
    work('followed'),
    work('types'),
    work('flow', 'f1'),
    work('flow', 'f1', 'comments'),
    work('flow', 'f2'),
    work('flow', 'f2', 'comments'),
    ['tenant', 't2', 'work', 'flow', 'f1'],
  ];
  for (const key of keys) client.setQueryData(key, {});
  return client;
}

it('invalidates the lists and the changed application of one tenant only', async () => {
  const client = createClient();
  await invalidateWork(client, 't1', new Set(['f1']));
  const stale = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey.join('/'));
  expect(stale).toEqual([
    'tenant/t1/work/list/tasks/awaiting/0',
    'tenant/t1/work/followed',
    'tenant/t1/work/flow/f1',
    'tenant/t1/work/flow/f1/comments',
  ]);
});

it('knows the application of a task from a loaded list or a decision of this device', () => {
  const client = createClient();
  client.setQueryData(work('list', 'tasks', 'awaiting', 1), { data: [{ id: 'k7', flow: { id: 'f7' } }] });
  expect(knownFlowOf(client, 't1', 'k7')).toBe('f7');
  expect(knownFlowOf(client, 't2', 'k7')).toBeUndefined();
  expect(knownFlowOf(client, 't1', 'k8')).toBeUndefined();
  rememberDecided([{ tid: 't1', flowID: 'f8', subject: 'k8' }]);
  expect(knownFlowOf(client, 't1', 'k8')).toBe('f8');
});

it('forgets the oldest decisions', () => {
  const client = createClient();
  const many = Array.from({ length: 201 }, (_, at) => ({
    tid: 't1',
    flowID: `f${at}`,
    subject: `many-${at}`,
  }));
  rememberDecided(many);
  expect(knownFlowOf(client, 't1', 'many-0')).toBeUndefined();
  expect(knownFlowOf(client, 't1', 'many-1')).toBe('f1');
});
