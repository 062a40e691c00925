import { describe, expect, test } from 'vitest';
import { applyTransition, decide, isPossible } from './decide.ts';
import type { FlowEvent, FlowSnapshot, Process, WorkflowContext } from './model.ts';
import {
  earlierStages,
  findRevisionTask,
  maxReturns,
  returnTargetOf,
  roundOf,
  stagesInForce,
} from './returns.ts';
import { timeline } from './timeline.ts';

const process: Process = {
  stages: [
    { rule: 'any_of', approvers: ['ann'] },
    { rule: 'all_of', approvers: ['bob', 'cat'] },
    { rule: 'any_of', approvers: ['dan'] },
  ],
  cc: [],
  fileProcess: null,
  delivery: 'none',
  directComplete: true,
  taskTimeLimit: 10,
};

type Act = 'approve' | 'complete' | { readonly to: number | null };

/** An application whose people act in this order, each on the own open task. */
class Application {
  snapshot: FlowSnapshot = {
    flow: { id: 'f', applicantID: 'lin', state: 'new', stage: -1, process },
    tasks: [],
  };
  inactive = new Set<string>();
  #next = 0;

  apply(event: FlowEvent, more: Partial<WorkflowContext> = {}): string | null {
    const result = decide(this.snapshot, event, {
      at: 1,
      newID: () => `t${this.#next++}`,
      isActive: (personID) => !this.inactive.has(personID),
      ...more,
    });
    if (!result.ok) return result.code;
    this.snapshot = applyTransition(this.snapshot, result);
    return null;
  }
  act(by: string, act: Act, assignee = by, more: Partial<WorkflowContext> = {}): string | null {
    const { tasks } = this.snapshot;
    const taskID = tasks.find((one) => one.assigneeID === assignee && one.state === 'awaiting')?.id ?? '';
    if (act === 'approve' || act === 'complete') return this.apply({ type: act, by, taskID, note: null });
    const base = { by, taskID, note: 'wrong file' };
    return act.to === null
      ? this.apply({ ...base, type: 'return_to_applicant' }, more)
      : this.apply({ ...base, type: 'return_to_stage', stage: act.to }, more);
  }
  submit = () => this.apply({ type: 'submit', by: 'lin' });
  resubmit = (next: Process = process) =>
    this.apply({ type: 'resubmit', by: 'lin', note: null, process: next });
  get open(): string[] {
    const open = this.snapshot.tasks.filter(({ state }) => state === 'awaiting');
    return open.map(({ step, assigneeID }) => `${step} ${assigneeID}`);
  }
  get state(): string {
    return this.snapshot.flow.state;
  }
  get outcomes(): string[] {
    return this.snapshot.tasks.map(({ assigneeID, state, outcome }) => `${assigneeID} ${state} ${outcome}`);
  }
}

function submitted(): Application {
  const application = new Application();
  expect(application.submit()).toBeNull();
  return application;
}

describe('a return to the applicant', () => {
  test('closes the stage by outcomes of the specification and waits for the applicant without a deadline', () => {
    const application = submitted();
    application.act('ann', 'approve');
    expect(application.act('bob', { to: null })).toBeNull();
    expect(application.state).toBe('waiting');
    expect(application.open).toEqual(['initiate lin']);
    expect(application.outcomes.slice(0, 3)).toEqual([
      'ann processed approved',
      'bob processed handled',
      'cat canceled handled_by_others',
    ]);
    expect(findRevisionTask(application.snapshot.tasks)?.dueAt).toBeNull();
    expect(application.apply({ type: 'deadline_reached' })).toBe('work.flow_state_error');
  });

  test('lets all stages decide again, and counts no earlier approval', () => {
    const application = submitted();
    application.act('ann', 'approve');
    application.act('bob', 'approve');
    application.act('cat', { to: null });
    application.resubmit();
    expect([application.state, application.open]).toEqual(['approving', ['approve ann']]);
    application.act('ann', 'approve');
    application.act('cat', 'approve');
    expect(application.open).toEqual(['approve bob']);
    application.act('bob', 'approve');
    application.act('dan', 'approve');
    expect(application.state).toBe('finished');
  });

  test('follows the process of the time of the new submission', () => {
    const application = submitted();
    application.act('ann', { to: null });
    application.resubmit({ ...process, stages: [{ rule: 'any_of', approvers: ['eve'] }] });
    expect(application.open).toEqual(['approve eve']);
    application.act('eve', 'approve');
    expect(application.state).toBe('finished');
    expect(timeline(application.snapshot).map(({ step, status }) => `${step}:${status}`)).toEqual([
      'initiate:done',
      'approve:stopped',
      'initiate:done',
      'approve:done',
    ]);
  });

  test('ends with the submission of the applicant alone, once', () => {
    const application = submitted();
    expect(application.resubmit()).toBe('work.flow_state_error');
    application.act('ann', { to: null });
    expect(application.apply({ type: 'resubmit', by: 'ann', note: null, process })).toBe('work.not_allowed');
    expect(application.resubmit()).toBeNull();
    expect(application.resubmit()).toBe('work.flow_state_error');
  });

  test.each(['cancel', 'administrator_cancel'] as const)('can be ended by %s', (type) => {
    const application = submitted();
    application.act('ann', { to: null });
    expect(application.apply({ type, by: 'lin' })).toBeNull();
    expect([application.state, application.open]).toEqual(['canceled', []]);
    expect(timeline(application.snapshot).map(({ status }) => status)).toEqual([
      'done',
      'stopped',
      'stopped',
      'skipped',
      'skipped',
      'skipped',
    ]);
  });

  test('is not possible while the applicant is inactive, or after too many returns', () => {
    const application = submitted();
    application.inactive.add('lin');
    expect(application.act('ann', { to: null })).toBe('work.return_target_invalid');
    application.inactive.clear();
    for (let count = 0; count < maxReturns; count += 1) {
      expect(application.act('ann', { to: null })).toBeNull();
      application.resubmit();
    }
    expect(application.act('ann', { to: null })).toBe('work.return_target_invalid');
    const taskID = application.snapshot.tasks.at(-1)?.id ?? '';
    const event = { type: 'return_to_applicant', by: 'ann', taskID, note: 'again' } as const;
    expect(isPossible(application.snapshot, event, 1)).toBe(false);
  });

  test('by a deputy counts for the assignee, and closes added approvals too', () => {
    const application = submitted();
    const taskID = application.snapshot.tasks[0]?.id ?? '';
    application.apply({ type: 'add_approval', by: 'ann', taskID, note: null, approvers: ['eve', 'fay'] });
    const isDeputyOf = (one: string, other: string) => one === 'gus' && other === 'eve';
    expect(application.act('gus', { to: null }, 'eve')).toBe('work.task_not_found');
    expect(application.act('gus', { to: null }, 'eve', { isDeputyOf })).toBeNull();
    expect(application.outcomes.slice(1, 3)).toEqual([
      'eve processed handled',
      'fay canceled handled_by_others',
    ]);
    expect(application.snapshot.tasks[1]?.decidedBy).toBe('gus');
  });
});

describe('a return to an earlier stage', () => {
  test('lets that stage and the following ones decide again, and keeps those before', () => {
    const application = submitted();
    application.act('ann', 'approve');
    application.act('bob', 'approve');
    application.act('cat', 'approve');
    expect(application.act('dan', { to: 1 })).toBeNull();
    expect([application.state, application.open]).toEqual(['approving', ['approve bob', 'approve cat']]);
    const { flow, tasks } = application.snapshot;
    expect(stagesInForce(flow.process.stages, flow.stage)).toEqual([0, 3]);
    expect(roundOf(flow.process.stages, flow.stage)).toBe(1);
    const dan = tasks.find(({ assigneeID }) => assigneeID === 'dan');
    expect(dan && returnTargetOf(flow.process, dan, tasks)).toEqual({ stage: 1 });
    application.act('bob', 'approve');
    application.act('cat', 'approve');
    application.act('dan', 'approve');
    expect(application.state).toBe('finished');
  });

  test('accepts earlier stages only, in which somebody can decide', () => {
    const application = submitted();
    expect(application.act('ann', { to: 0 })).toBe('work.return_target_invalid');
    application.act('ann', 'approve');
    for (const to of [1, 2, -1, 0.5])
      expect(application.act('bob', { to })).toBe('work.return_target_invalid');
    application.inactive.add('ann');
    expect(application.act('bob', { to: 0 })).toBe('work.return_target_invalid');
    application.inactive.clear();
    expect(application.act('bob', { to: 0 })).toBeNull();
    const { flow } = application.snapshot;
    expect(earlierStages(flow.process.stages, flow.stage)).toEqual([]);
    application.act('ann', 'approve');
    const later = application.snapshot.flow;
    expect(earlierStages(later.process.stages, later.stage)).toEqual([{ index: 2, position: 0 }]);
  });

  test('can be followed by a return to the applicant, after which all stages decide', () => {
    const application = submitted();
    application.act('ann', 'approve');
    application.act('bob', { to: 0 });
    application.act('ann', { to: null });
    application.resubmit();
    expect(application.open).toEqual(['approve ann']);
    application.act('ann', 'complete');
    expect(application.state).toBe('finished');
    const { flow } = application.snapshot;
    expect(stagesInForce(flow.process.stages, flow.stage)).toEqual([flow.stage]);
  });
});
