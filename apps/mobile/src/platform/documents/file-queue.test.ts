import { expect, it } from 'vitest';
import { picked } from '../../../testing/platform/service.ts';
import {
  countPhases,
  isRepeatable,
  isUnfinished,
  overallPercent,
  type QueueRow,
  withAdded,
  withState,
} from './file-queue.rules.ts';
import { createFileQueue } from './file-queue.usecases.ts';

type Row = QueueRow<string, string>;

const row = (id: string, state: Row['state'], size = 9): Row => ({ id, name: `${id}.txt`, size, state });
const waiting = { phase: 'waiting' } as const;
const failed = { phase: 'failed', failure: 'damaged' } as const;
const cancelled = { phase: 'cancelled' } as const;
const done = { phase: 'done', result: 'f1' } as const;

it('ignores a state that cannot follow, such as progress after a cancellation', () => {
  const late = { phase: 'running', percent: 50 } as const;
  const rows = [row('a', cancelled), row('b', waiting)];
  expect(withState(rows, 'a', late)).toEqual(rows);
  expect(withState([row('a', done)], 'a', waiting)).toEqual([row('a', done)]);
  expect(withState(rows, 'b', late)[1]?.state).toEqual(late);
  expect(withState([row('a', failed)], 'a', waiting)[0]?.state).toEqual(waiting);
});

it('begins a new list with the next files, in which failed files stay', () => {
  const ended = [row('a', done), row('b', failed), row('c', cancelled)];
  expect(withAdded(ended, [row('d', waiting)]).map(({ id }) => id)).toEqual(['b', 'd']);
  const running = [...ended, row('d', { phase: 'running', percent: 1 })];
  expect(withAdded(running, [row('e', waiting)])).toHaveLength(5);
});

it('counts the files by phase and weights the progress by their sizes', () => {
  const rows = [row('a', done, 99), row('b', { phase: 'running', percent: 50 }, 99), row('c', waiting, 199)];
  expect(countPhases(rows)).toEqual({ waiting: 1, running: 1, done: 1, failed: 0, cancelled: 0 });
  expect(overallPercent(rows)).toBe(37);
  expect(overallPercent([])).toBe(100);
  expect(rows.map(isUnfinished)).toEqual([false, true, true]);
  expect([row('a', failed), row('b', cancelled), ...rows].map(isRepeatable)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

type Step = { readonly name: string; readonly finish: (error?: Error) => void };

/** A queue whose work ends when the test says so. */
function start() {
  const running: Step[] = [];
  const released: string[] = [];
  const before: (string | null)[] = [];
  let rows: readonly Row[] = [];
  let onStep: () => void = () => undefined;
  let parallel = 0;
  let mostParallel = 0;
  const queue = createFileQueue<{ file: ReturnType<typeof picked> }, string, string>({
    run: async ({ file }, run) => {
      before.push(run.before);
      parallel += 1;
      mostParallel = Math.max(mostParallel, parallel);
      run.onProgress(10);
      try {
        await new Promise<void>((resolve, reject) => {
          running.push({ name: file.name, finish: (error) => (error ? reject(error) : resolve()) });
          run.signal.addEventListener('abort', () => reject(run.signal.reason));
          onStep();
        });
      } finally {
        parallel -= 1;
      }
      return `id of ${file.name}`;
    },
    toFailure: (error) => (error as Error).message,
    onRows: (next) => {
      rows = next;
    },
    onReleased: async ({ file }) => void released.push(file.name),
  });
  const add = (...names: string[]) =>
    queue.add(names.map((name) => ({ file: picked(name, new Uint8Array(4)) })));
  const idOf = (name: string) => rows.find((one) => one.name === name)?.id ?? '';
  /** Ends the running file and waits for the start of the next one. */
  const finish = async (error?: Error) => {
    const next = new Promise<void>((resolve) => {
      onStep = resolve;
    });
    running.at(-1)?.finish(error);
    await next;
  };
  const states = () => Object.fromEntries(rows.map(({ name, state }) => [name, state.phase]));
  return { queue, add, idOf, finish, states, released, before, running, most: () => mostParallel };
}

it('processes one file at a time, also after a failed one, and releases those that are done', async () => {
  const { add, finish, states, released, running, most } = start();
  const ended = add('1', '2', '3');
  await finish();
  expect(states()).toEqual({ 1: 'done', 2: 'running', 3: 'waiting' });
  await finish(new Error('damaged'));
  running.at(-1)?.finish();
  expect(await Promise.all(ended.map((one) => one.ended))).toEqual([
    { phase: 'done', result: 'id of 1' },
    { phase: 'failed', failure: 'damaged' },
    { phase: 'done', result: 'id of 3' },
  ]);
  expect(released).toEqual(['1', '3']);
  expect(most()).toBe(1);
});

it('cancels one file, waiting or running, and goes on with the others', async () => {
  const { queue, add, idOf, states, released, running } = start();
  const [first, second, third] = add('1', '2', '3');
  queue.cancel(idOf('2'));
  queue.cancel(idOf('1'));
  expect(await first?.ended).toEqual({ phase: 'cancelled' });
  expect(await second?.ended).toEqual({ phase: 'cancelled' });
  await expect.poll(() => running.length).toBe(2);
  running.at(-1)?.finish();
  await third?.ended;
  expect(states()).toEqual({ 1: 'cancelled', 2: 'cancelled', 3: 'done' });
  expect(released.toSorted()).toEqual(['1', '2', '3']);
});

it('retries a failed file behind the waiting ones and hands its failure to the next attempt', async () => {
  const { queue, add, idOf, finish, states, before, released } = start();
  const [, last] = add('1', '2');
  await finish(new Error('offline'));
  queue.retry(idOf('1'));
  expect(states()).toEqual({ 1: 'waiting', 2: 'running' });
  // The row of the first file is the next waiting one.
  await finish();
  await last?.ended;
  expect(states()).toEqual({ 1: 'running', 2: 'done' });
  expect(before).toEqual([null, null, 'offline']);
  expect(released).toEqual(['2']);
});

it('releases a failed file when its row is dismissed, unless the file is still needed', async () => {
  const { queue, add, idOf, states, released, running } = start();
  const ended = add('1', '2');
  running.at(-1)?.finish(new Error('full'));
  await expect.poll(() => running.length).toBe(2);
  running.at(-1)?.finish(new Error('full'));
  await ended[1]?.ended;
  queue.dismiss(idOf('1'), true);
  queue.dismiss(idOf('2'));
  expect(states()).toEqual({});
  await expect.poll(() => released).toEqual(['2']);
});

it('is emptied at sign-out without releasing files, and accepts files of the next session', async () => {
  const { queue, add, finish, states, released, running } = start();
  const ended = add('1', '2');
  queue.end();
  expect(await Promise.all(ended.map((one) => one.ended))).toEqual([null, null]);
  expect(states()).toEqual({});
  const [next] = add('3');
  if (running.length < 2) await finish();
  running.at(-1)?.finish();
  expect(await next?.ended).toEqual({ phase: 'done', result: 'id of 3' });
  expect(released).toEqual(['3']);
});
