import { expect, test } from 'vitest';
import { replay } from './replay.ts';
import { approve, played, submit } from './test-flow.ts';

const all = [submit, approve('ann'), approve('bob'), approve('cat')];

test('what the rules lead to follows, with what the service did by itself in between', () => {
  expect(replay(played([submit]))).toBeUndefined();
  expect(replay(played(all))).toBeUndefined();
  const started = () => ({ type: 'processing_started' }) as const;
  const failed = () => ({ type: 'processing_failed' }) as const;
  const done = () => ({ type: 'processing_done' }) as const;
  const finished = played([...all, started, failed, started, done]);
  expect(finished.state).toBe('finished');
  expect(replay(finished)).toBeUndefined();
});

test('a state that its decisions do not lead to does not', () => {
  expect(replay({ ...played(all), state: 'finished' })).toBeUndefined();
  expect(replay({ ...played(all), state: 'rejected' })).toMatch('do not lead to');
  expect(replay({ ...played([submit, approve('ann')]), state: 'passed' })).toMatch('do not lead to');
});

test('a decision too few or too many is found', () => {
  const flow = played(all);
  expect(replay({ ...flow, events: flow.events.slice(0, -1) })).toBeTypeOf('string');
  const again = flow.events.at(-1);
  expect(replay({ ...flow, events: again ? [...flow.events, again] : [] })).toMatch('is not possible');
});

test('a second winner of a stage that needs one is found', () => {
  const flow = played([submit, approve('ann')]);
  const tasks = flow.tasks.map((task) =>
    task.outcome === 'approved_by_others'
      ? { ...task, state: 'processed' as const, outcome: 'approved' as const }
      : task,
  );
  expect(replay({ ...flow, tasks })).toMatch('do not lead to');
});
