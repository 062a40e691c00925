import { describe, expect, test } from 'vitest';
import { applyTransition, decide } from './decide.ts';
import { canEscalate, successorOf } from './escalation.ts';
import type { FlowEvent, FlowSnapshot, Process, Stage } from './model.ts';

const limit = 1000;
const processOf = (stages: Stage[], times = 1): Process => ({
  stages,
  cc: [],
  fileProcess: null,
  delivery: 'none',
  directComplete: false,
  taskTimeLimit: limit,
  escalation: { to: 'people', people: [], times },
});
const any = (...approvers: string[]): Stage => ({ rule: 'any_of', approvers });
const all = (...approvers: string[]): Stage => ({ rule: 'all_of', approvers });

/** A flow that is submitted at 0. Overdue tasks go to the first of `targets` who can get them. */
function start(process: Process, targets: readonly string[]) {
  let next = 0;
  let snapshot: FlowSnapshot = {
    flow: { id: 'f', applicantID: 'lin', state: 'new', stage: -1, process },
    tasks: [],
  };
  const apply = (event: FlowEvent, at: number) => {
    const context = {
      at,
      newID: () => `t${next++}`,
      isActive: (personID: string) => personID !== 'gone',
      escalationTargets: () => targets,
    };
    const result = decide(snapshot, event, context);
    if (result.ok) snapshot = applyTransition(snapshot, result);
    return result;
  };
  apply({ type: 'submit', by: 'lin' }, 0);
  const taskOf = (personID: string) =>
    snapshot.tasks.find((task) => task.assigneeID === personID && task.state === 'awaiting');
  return {
    state: () => snapshot.flow.state,
    tasks: () => snapshot.tasks.map(({ assigneeID, state, outcome }) => `${assigneeID} ${outcome ?? state}`),
    snapshot: () => snapshot,
    overdue: (at: number) => apply({ type: 'deadline_reached' }, at),
    approve: (by: string, at: number) =>
      apply({ type: 'approve', by, taskID: taskOf(by)?.id ?? '', note: null }, at),
  };
}

describe('an overdue task', () => {
  test('goes to the next person with a new deadline, and the application continues', () => {
    const flow = start(processOf([any('ann')]), ['head']);
    expect(flow.overdue(limit).ok).toBe(true);
    expect([flow.state(), flow.tasks()]).toEqual(['approving', ['ann deadline_exceeded', 'head awaiting']]);
    const [first, second] = flow.snapshot().tasks;
    expect([second?.replaces, second?.dueAt, first && successorOf(first, flow.snapshot().tasks)?.id]).toEqual(
      [first?.id, 2 * limit, second?.id],
    );
    flow.approve('head', limit + 1);
    expect(flow.state()).toBe('finished');
  });

  test('is escalated as often as the rule says; then the application ends as without a rule', () => {
    const flow = start(processOf([any('ann')], 2), ['one', 'two', 'three']);
    flow.overdue(limit);
    flow.overdue(2 * limit);
    expect(flow.tasks()).toEqual(['ann deadline_exceeded', 'one deadline_exceeded', 'two awaiting']);
    const {
      tasks,
      flow: { process },
    } = flow.snapshot();
    expect(tasks.map((task) => canEscalate(task, tasks, process.escalation))).toEqual([true, true, false]);
    flow.overdue(3 * limit);
    expect([flow.state(), flow.tasks().at(-1)]).toEqual(['terminated', 'two deadline_exceeded']);
  });

  test.each([
    ['nobody', []],
    ['the applicant', ['lin']],
    ['the assignee', ['ann']],
    ['a person who can get no task', ['gone']],
  ])('that could go only to %s ends the application', (_, targets) => {
    const flow = start(processOf([any('ann')]), targets);
    flow.overdue(limit);
    expect([flow.state(), flow.tasks()]).toEqual(['terminated', ['ann deadline_exceeded']]);
  });

  test('is handled once: a second event at the same time is an error', () => {
    const flow = start(processOf([any('ann')]), ['head']);
    flow.overdue(limit);
    expect(flow.overdue(limit)).toEqual({ ok: false, code: 'work.flow_state_error' });
    expect(flow.tasks()).toHaveLength(2);
  });
});

test('where one approval is enough, the next person gets one task for all that are overdue', () => {
  const flow = start(processOf([any('ann', 'bob', 'head')]), ['head', 'boss']);
  flow.overdue(limit);
  // For head, who is overdue too, the next of the list decides.
  expect(flow.tasks().slice(3)).toEqual(['head awaiting', 'boss awaiting']);
  flow.approve('boss', limit + 1);
  expect(flow.state()).toBe('finished');
});

test('where everyone must approve, the next person decides each overdue task', () => {
  const flow = start(processOf([all('ann', 'bob')]), ['head']);
  flow.overdue(limit);
  expect(flow.tasks().slice(2)).toEqual(['head awaiting', 'head awaiting']);
  flow.approve('head', limit + 1);
  expect(flow.state()).toBe('approving');
  flow.approve('head', limit + 2);
  expect(flow.state()).toBe('finished');
});

test('a task that must be approved and cannot be escalated ends the application', () => {
  const flow = start(processOf([all('ann', 'head')]), ['head']);
  flow.overdue(limit);
  expect([flow.state(), flow.tasks()]).toEqual([
    'terminated',
    ['ann deadline_exceeded', 'head deadline_exceeded'],
  ]);
});
