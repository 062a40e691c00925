import { describe, expect, test } from 'vitest';
import { applyTransition, decide } from './decide.ts';
import { type Absence, absenceErrorOf, deputyOf, isDeputising } from './deputies.ts';
import type { FlowEvent, FlowSnapshot, Process, WorkflowContext } from './model.ts';

const absence: Absence = { personID: 'ann', deputyID: 'bob', from: 10, until: 20, types: null };

describe('an absence', () => {
  test('runs from its first millisecond to the one before its end, for its types', () => {
    const at = (time: number) => isDeputising(absence, { type: 'file_out', at: time });
    expect([9, 10, 19, 20].map(at)).toEqual([false, true, true, false]);
    const open = { ...absence, until: null, types: ['file_out'] as const };
    expect(isDeputising(open, { type: 'file_out', at: 1e15 })).toBe(true);
    expect(isDeputising(open, { type: 'mail_out', at: 1e15 })).toBe(false);
  });

  test('gives the tasks of the deputy to nobody else', () => {
    const chain = [absence, { ...absence, personID: 'bob', deputyID: 'cat' }];
    expect(deputyOf(chain, { personID: 'ann', type: 'file_out', at: 15 })).toBe('bob');
    expect(deputyOf(chain, { personID: 'bob', type: 'file_out', at: 15 })).toBe('cat');
    expect(deputyOf(chain, { personID: 'cat', type: 'file_out', at: 15 })).toBeNull();
  });

  test('needs another active person and a period that ends later', () => {
    const check = (change: Partial<Absence>, others: readonly Absence[] = []) =>
      absenceErrorOf(
        { ...absence, ...change },
        { others, at: 5, isActive: (personID) => personID !== 'gone' },
      );
    expect(check({})).toBeNull();
    expect(check({ until: null })).toBeNull();
    expect(check({ deputyID: 'ann' })).toBe('work.deputy_invalid');
    expect(check({ deputyID: 'gone' })).toBe('work.deputy_invalid');
    expect(check({ until: 10 })).toBe('work.absence_period_invalid');
    expect(check({ from: 1, until: 5 })).toBe('work.absence_period_invalid');
    expect(check({ from: 1, until: 6 })).toBeNull();
  });

  test('may not overlap another one of the same person in time and type', () => {
    const check = (change: Partial<Absence>, other: Partial<Absence> = {}) =>
      absenceErrorOf(
        { ...absence, ...change },
        { others: [{ ...absence, deputyID: 'cat', ...other }], at: 5, isActive: () => true },
      );
    expect(check({})).toBe('work.absence_overlaps');
    expect(check({ from: 19, until: 30 })).toBe('work.absence_overlaps');
    expect(check({ from: 20, until: 30 })).toBeNull();
    expect(check({ from: 5, until: 10 })).toBeNull();
    expect(check({ from: 5, until: null })).toBe('work.absence_overlaps');
    expect(check({ from: 30, until: 40 }, { until: null })).toBe('work.absence_overlaps');
    expect(check({ types: ['file_out'] }, { types: ['mail_out'] })).toBeNull();
    expect(check({ types: ['file_out', 'mail_out'] }, { types: ['mail_out'] })).toBe('work.absence_overlaps');
    expect(check({ types: ['file_out'] })).toBe('work.absence_overlaps');
  });
});

describe('a deputy', () => {
  const process = (rule: 'any_of' | 'all_of'): Process => ({
    stages: [{ rule, approvers: ['ann', 'bob'] }],
    cc: ['ann'],
    fileProcess: null,
    delivery: 'none',
    directComplete: false,
    taskTimeLimit: null,
  });
  let next = 0;
  const context: WorkflowContext = {
    at: 1,
    newID: () => `task-${(next += 1)}`,
    isActive: () => true,
    isDeputyOf: (personID, assigneeID) => personID === 'bob' && assigneeID === 'ann',
  };
  const send = (snapshot: FlowSnapshot, event: FlowEvent): FlowSnapshot | string => {
    const result = decide(snapshot, event, context);
    return result.ok ? applyTransition(snapshot, result) : result.code;
  };
  const submitted = (rule: 'any_of' | 'all_of' = 'all_of', applicantID = 'lin'): FlowSnapshot => {
    const flow = { id: 'flow', applicantID, state: 'new', stage: -1, process: process(rule) } as const;
    return send({ flow, tasks: [] }, { type: 'submit', by: applicantID }) as FlowSnapshot;
  };
  const taskOf = ({ tasks }: FlowSnapshot, assigneeID: string, step = 'approve') =>
    tasks.find((task) => task.assigneeID === assigneeID && task.step === step)?.id ?? '';
  const approve = (snapshot: FlowSnapshot, by: string, taskID: string) =>
    send(snapshot, { type: 'approve', by, taskID, note: null });

  test('decides in place of the assignee, and the task names both', () => {
    const before = submitted('any_of');
    const after = approve(before, 'bob', taskOf(before, 'ann')) as FlowSnapshot;
    expect(after.flow.state).toBe('finished');
    expect(after.tasks[0]).toMatchObject({ assigneeID: 'ann', outcome: 'approved', decidedBy: 'bob' });
    expect(after.tasks[1]).toMatchObject({ assigneeID: 'bob', outcome: 'approved_by_others' });
    expect(approve(after, 'ann', taskOf(before, 'ann'))).toBe('work.task_state_error');
  });

  test('who is an approver too decides once as deputy and once for himself where all must approve', () => {
    const before = submitted();
    const once = approve(before, 'bob', taskOf(before, 'ann')) as FlowSnapshot;
    expect(once.flow.state).toBe('approving');
    expect(approve(once, 'bob', taskOf(before, 'ann'))).toBe('work.task_state_error');
    const twice = approve(once, 'bob', taskOf(before, 'bob')) as FlowSnapshot;
    expect(twice.flow.state).toBe('finished');
    expect(twice.tasks.find(({ id }) => id === taskOf(before, 'bob'))?.decidedBy).toBeUndefined();
  });

  test('decides neither on the own application nor on copies, and others decide nothing', () => {
    const own = submitted('all_of', 'bob');
    expect(approve(own, 'bob', taskOf(own, 'ann'))).toBe('work.deputy_is_applicant');
    const before = submitted('any_of');
    expect(approve(before, 'cat', taskOf(before, 'ann'))).toBe('work.task_not_found');
    expect(approve(before, 'ann', taskOf(before, 'bob'))).toBe('work.task_not_found');
    const passed = approve(before, 'ann', taskOf(before, 'ann')) as FlowSnapshot;
    const copy = { type: 'read', by: 'bob', taskID: taskOf(passed, 'ann', 'cc'), note: null } as const;
    expect(send(passed, copy)).toBe('work.task_not_found');
  });

  test('passes a task on without staying its decider', () => {
    const before = submitted();
    const event = { type: 'transfer', by: 'bob', taskID: taskOf(before, 'ann'), note: null } as const;
    const after = send(before, { ...event, assignee: 'cat' }) as FlowSnapshot;
    expect(after.tasks[0]).toMatchObject({ outcome: 'transferred', decidedBy: 'bob' });
    expect(after.tasks[2]).toMatchObject({ assigneeID: 'cat', state: 'awaiting' });
    expect(after.tasks[2]?.decidedBy).toBeUndefined();
  });
});
