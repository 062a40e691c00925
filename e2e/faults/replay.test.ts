import { expect, test } from 'vitest';
import { designedProcess, replay } from './replay.ts';
import { approve, played, process, submit } from './test-flow.ts';

const all = [submit, approve('ann'), approve('bob'), approve('cat')];

test('a state that follows from the rules and the work of the service is accepted', () => {
  expect(replay(played([submit]))).toBeUndefined();
  expect(replay(played(all))).toBeUndefined();
  const started = () => ({ type: 'processing_started' }) as const;
  const failed = () => ({ type: 'processing_failed' }) as const;
  const done = () => ({ type: 'processing_done' }) as const;
  const finished = played([...all, started, failed, started, done]);
  expect(finished.state).toBe('finished');
  expect(replay(finished)).toBeUndefined();
});

test('a state that does not follow from its decisions is rejected', () => {
  expect(replay({ ...played(all), state: 'finished' })).toBeUndefined();
  expect(replay({ ...played(all), state: 'rejected' })).toMatch('do not lead to');
  expect(replay({ ...played([submit, approve('ann')]), state: 'passed' })).toMatch('do not lead to');
});

test('a missing or an additional decision is found', () => {
  const flow = played(all);
  expect(replay({ ...flow, events: flow.events.slice(0, -1) })).toBeTypeOf('string');
  const again = flow.events.at(-1);
  expect(replay({ ...flow, events: again ? [...flow.events, again] : [] })).toMatch('is not possible');
});

test('a second winner of an any-of stage is found', () => {
  const flow = played([submit, approve('ann')]);
  const tasks = flow.tasks.map((task) =>
    task.outcome === 'approved_by_others'
      ? { ...task, state: 'processed' as const, outcome: 'approved' as const }
      : task,
  );
  expect(replay({ ...flow, tasks })).toMatch('do not lead to');
});

test('the state after returns follows from the decisions, by the process without the appended stages', () => {
  const back = (by: string, stage?: number) => (taskIDOf: (personID: string) => string) => {
    const base = { by, taskID: taskIDOf(by), note: 'again' };
    return stage === undefined
      ? ({ ...base, type: 'return_to_applicant' } as const)
      : ({ ...base, type: 'return_to_stage', stage } as const);
  };
  const again = () => ({ type: 'resubmit', by: 'dan', note: null, process }) as const;
  const flow = played([
    submit,
    approve('ann'),
    back('bob'),
    again,
    approve('ann'),
    back('cat', 0),
    approve('bob'),
  ]);
  expect(flow.process.stages.length).toBeGreaterThan(process.stages.length);
  expect(designedProcess(flow.process)).toEqual(process);
  expect(replay(flow)).toBeUndefined();
  expect(replay({ ...flow, events: flow.events.slice(0, -1) })).toBeDefined();
});

test('an overdue task goes to the people of the rule, and no other', () => {
  const overdue = () => ({ type: 'deadline_reached' }) as const;
  const escalation = { to: 'people', people: ['cat', 'eve'], times: 2 } as const;
  const escalating = { ...process, taskTimeLimit: 10, escalation };
  const flow = played([submit, overdue, overdue, approve('eve'), approve('bob'), approve('cat')], escalating);
  expect(flow.tasks.map(({ assigneeID }) => assigneeID)).toEqual(['ann', 'bob', 'cat', 'eve', 'bob', 'cat']);
  expect(replay(flow)).toBeUndefined();
  const once = { ...flow.process, escalation: { ...escalation, times: 1 } };
  expect(replay({ ...flow, process: once })).toBeTypeOf('string');
  expect(replay(played([submit, overdue, overdue, overdue], escalating))).toBeUndefined();
});
