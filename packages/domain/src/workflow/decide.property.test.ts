import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyTransition, decide } from './decide.ts';
import type { Flow, FlowEvent, FlowSnapshot, Process, Transition } from './model.ts';
import { findRevisionTask, returnTargetOf, stagesInForce, tasksInForce } from './returns.ts';
import { timeline } from './timeline.ts';
import { isTerminal } from './vocabulary.ts';

const people = ['p0', 'p1', 'p2', 'p3', 'p4'] as const;
const person = fc.constantFrom(...people);
const some = fc.array(person, { maxLength: 3 });

const processes: fc.Arbitrary<Process> = fc.record({
  stages: fc.array(
    fc.record({ rule: fc.constantFrom('any_of' as const, 'all_of' as const), approvers: some }),
    { maxLength: 3 },
  ),
  cc: some,
  fileProcess: fc.oneof(
    fc.constant(null),
    fc.constant({ by: 'service' as const }),
    fc.record({ by: fc.constant('executors' as const), executors: some }),
  ),
  delivery: fc.constantFrom('download' as const, 'email' as const, 'none' as const),
  directComplete: fc.boolean(),
  taskTimeLimit: fc.constantFrom(null, 5),
});

/** A generated intention. It becomes an event when the open tasks are known. */
const intentions = fc.array(
  fc.record({
    type: fc.constantFrom<FlowEvent['type']>(
      'submit',
      ...(['approve', 'approve', 'approve', 'reject', 'complete', 'add_approval', 'transfer'] as const),
      ...(['read', 'handle', 'download', 'processing_started', 'processing_done'] as const),
      ...(['processing_failed', 'email_sent', 'executor_left', 'deadline_reached'] as const),
      ...(['cancel', 'administrator_cancel'] as const),
      ...(['return_to_applicant', 'return_to_stage', 'return_to_stage', 'resubmit', 'resubmit'] as const),
    ),
    pick: fc.nat(20),
    own: fc.boolean(),
    person,
    others: some,
    /** People who cannot receive a task at that moment. */
    gone: some,
  }),
  { maxLength: 40 },
);
type Intention = typeof intentions extends fc.Arbitrary<(infer One)[]> ? One : never;

function eventOf(intention: Intention, { flow, tasks }: FlowSnapshot): FlowEvent {
  const open = tasks.filter((task) => task.state === 'awaiting');
  const pool = intention.own && open.length > 0 ? open : tasks;
  const task = pool[intention.pick % Math.max(pool.length, 1)];
  const by = intention.own ? (task?.assigneeID ?? intention.person) : intention.person;
  return {
    type: intention.type,
    by,
    taskID: task?.id ?? 'none',
    note: 'why',
    stage: intention.pick % 3,
    process: {
      ...flow.process,
      stages: intention.others.map((one) => ({ rule: 'any_of', approvers: [one] })),
    },
    approvers: intention.others,
    assignee: intention.person,
    personID: intention.person,
  };
}

interface Moment {
  readonly before: FlowSnapshot;
  readonly event: FlowEvent;
  readonly isActive: (personID: string) => boolean;
  readonly result: ReturnType<typeof decide>;
  readonly after: FlowSnapshot;
}

function play(process: Process, plan: readonly Intention[]): Moment[] {
  const flow: Flow = { id: 'f', applicantID: 'p0', state: 'new', stage: -1, process };
  let situation: FlowSnapshot = { flow, tasks: [] };
  let next = 0;
  return plan.map((intention, at) => {
    const before = situation;
    const event = eventOf(intention, before);
    const isActive = (personID: string) => !intention.gone.some((one) => one === personID);
    const result = decide(before, event, { at, newID: () => `t${next++}`, isActive });
    if (result.ok) situation = applyTransition(before, result);
    return { before, event, isActive, result, after: situation };
  });
}

function always(check: (moment: Moment) => void): void {
  const submitted = fc.tuple(fc.constant([submit]), intentions).map((parts) => parts.flat());
  fc.assert(
    fc.property(processes, submitted, (process, plan) => {
      for (const moment of play(process, plan)) check(moment);
    }),
    { numRuns: 400 },
  );
}
const submit: Intention = { type: 'submit', pick: 0, own: false, person: 'p0', others: [], gone: [] };

test('a finished flow has no open task, and a terminal state never changes', () => {
  always(({ before, result, after }) => {
    const open = after.tasks.some((task) => task.state === 'awaiting');
    expect(isTerminal(after.flow.state) && open).toBe(false);
    expect(isTerminal(before.flow.state) && (result.ok || after !== before)).toBe(false);
  });
});

test('an unfinished flow can continue: a task is open, or work of the service is due', () => {
  always(({ after: { flow, tasks } }) => {
    if (flow.state === 'new' || isTerminal(flow.state)) return;
    const working = tasks.some((task) => task.state === 'awaiting' && task.step !== 'cc');
    const byService = ['passed', 'reviewed', 'processing'].includes(flow.state);
    const again = flow.state === 'not_processed' && flow.process.fileProcess?.by === 'service';
    const mailing = flow.state === 'processed' && flow.process.delivery === 'email';
    expect(working || byService || again || mailing).toBe(true);
  });
});

test('a closed task never changes again, and its outcome is set exactly when it closes', () => {
  always(({ before, after }) => {
    const later = new Map(after.tasks.map((task) => [task.id, task]));
    for (const task of before.tasks.filter(({ state }) => state !== 'awaiting')) {
      expect(later.get(task.id)).toEqual(task);
    }
    for (const task of after.tasks) {
      expect(task.outcome === null).toBe(task.state === 'awaiting');
      expect(task.processTime === null).toBe(task.state === 'awaiting');
    }
  });
});

test('each task accepts exactly one decision: the same event again is rejected', () => {
  always(({ event, result, after }) => {
    if (!result.ok || !('taskID' in event)) return;
    const again = decide(after, event, { at: 0, newID: () => 'again', isActive: () => true });
    expect(again.ok).toBe(false);
  });
});

test('no person has two open tasks of the current step', () => {
  always(({ after }) => {
    const holders = after.tasks
      .filter((task) => task.state === 'awaiting' && task.step !== 'cc' && task.step !== 'download_decrypt')
      .map((task) => task.assigneeID);
    expect(new Set(holders).size).toBe(holders.length);
  });
});

test('a flow passes only with every stage approved, or by direct completion', () => {
  always(({ after: { flow, tasks } }) => {
    if (!['passed', 'reviewed', 'processing', 'processed', 'finished'].includes(flow.state)) return;
    const direct = tasks.some((task) => task.outcome === 'direct_completed');
    const inForce = stagesInForce(flow.process.stages, flow.stage);
    const standings = timeline({ flow, tasks }).filter(
      ({ step, stage }) => step === 'approve' && stage !== null && inForce.includes(stage),
    );
    expect(direct || standings.every((step) => step.status === 'done')).toBe(true);
    for (const step of direct ? [] : standings) {
      const approved = step.tasks.some((task) => task.outcome === 'approved');
      expect(approved).toBe(true);
      const overtaken = step.tasks.some((task) => task.outcome === 'approved_by_others');
      expect(step.rule === 'all_of' && overtaken).toBe(false);
    }
  });
});

test('a returned flow waits for its applicant alone, without a deadline', () => {
  always(({ after: { flow, tasks } }) => {
    const open = tasks.filter(({ state, step }) => state === 'awaiting' && step !== 'cc');
    if (findRevisionTask(tasks) === undefined) return;
    expect(flow.state).toBe('waiting');
    expect(open).toMatchObject([{ step: 'initiate', assigneeID: 'p0', dueAt: null }]);
    const later = decide({ flow, tasks }, { type: 'deadline_reached' }, { ...still, at: 1e9 });
    expect(later).toEqual({ ok: false, code: 'work.flow_state_error' });
  });
});

test('after a return to the applicant, a flow passes only by decisions on the content submitted again', () => {
  always(({ after: { flow, tasks } }) => {
    if (!['passed', 'reviewed', 'processing', 'processed', 'finished'].includes(flow.state)) return;
    const submissions = tasks.filter(({ step, state }) => step === 'initiate' && state === 'processed');
    const last = submissions.at(-1);
    if (last === undefined) return;
    const order = tasks.map(({ id }) => id);
    for (const { id } of tasksInForce(flow.process, flow.stage, tasks)) {
      expect(order.indexOf(id)).toBeGreaterThan(order.indexOf(last.id));
    }
  });
});

test('a return keeps every decision, names its target, and leaves the numbering of the stages complete', () => {
  always(({ before, event, result, after: { flow, tasks } }) => {
    if (!result.ok || (event.type !== 'return_to_applicant' && event.type !== 'return_to_stage')) return;
    const decided = (all: FlowSnapshot['tasks']) => all.filter(({ state }) => state === 'processed').length;
    expect(decided(tasks)).toBe(decided(before.tasks) + 1);
    const own = tasks.find(({ id }) => id === event.taskID);
    const target = event.type === 'return_to_stage' ? event.stage : null;
    expect(own && returnTargetOf(flow.process, own, tasks)).toEqual({ stage: target });
    const last = flow.process.stages.length - 1;
    const count = stagesInForce(before.flow.process.stages, before.flow.process.stages.length - 1).length;
    expect(stagesInForce(flow.process.stages, last)).toHaveLength(count);
  });
});

test('a rejected event changes nothing, and arguments are never mutated', () => {
  always(({ before, event, result }) => {
    const copy = structuredClone(before);
    decide(before, event, { at: 1, newID: () => 'x', isActive: () => true });
    expect(before).toEqual(copy);
    expect(result.ok || result.code.startsWith('work.')).toBe(true);
  });
});

test('every opened task has its notice, and a flow has at most one current step', () => {
  always(({ before, result, after }) => {
    if (result.ok) checkNotices(before, result);
    const standings = timeline(after).map((step) => step.status);
    expect(standings.filter((standing) => standing === 'current').length).toBeLessThan(2);
    const unfinished = standings.some((standing) => standing === 'current' || standing === 'upcoming');
    expect(isTerminal(after.flow.state) && unfinished).toBe(false);
  });
});

test('no task is assigned to an inactive person, except the applicant’s own result', () => {
  always(({ before, result, isActive }) => {
    if (!result.ok) return;
    const known = new Set(before.tasks.map((task) => task.id));
    const opened = result.tasks.filter((task) => !known.has(task.id) && task.step !== 'download_decrypt');
    expect(opened.every(({ assigneeID }) => assigneeID === null || isActive(assigneeID))).toBe(true);
  });
});

test('an applicant never receives the approval of their own application from an approver', () => {
  always(({ before, event, result }) => {
    if (!result.ok || (event.type !== 'transfer' && event.type !== 'add_approval')) return;
    const known = new Set(before.tasks.map((task) => task.id));
    const handed = result.tasks.filter((task) => !known.has(task.id) && task.replaces !== null);
    for (const { step, assigneeID } of handed) expect([step, assigneeID]).not.toEqual(['approve', 'p0']);
  });
});

test('work of the service is requested at most once, and a mail only with its result', () => {
  always(({ result }) => {
    if (!result.ok) return;
    const { state, process } = result.flow;
    const asked = result.effects.filter(({ type }) => type === 'process_files' || type === 'send_email');
    expect(asked.length).toBeLessThan(2);
    const mails = asked.some(({ type }) => type === 'send_email');
    expect(mails && !(state === 'processed' && process.delivery === 'email')).toBe(false);
  });
});

const still = { newID: () => 'still', isActive: () => true };

function checkNotices(before: FlowSnapshot, result: Transition): void {
  const known = new Set(before.tasks.map((task) => task.id));
  const opened = result.tasks.filter((task) => !known.has(task.id) && task.assigneeID !== null);
  const announced = result.effects.flatMap((effect) =>
    effect.type === 'task_opened' ? [effect.taskID] : [],
  );
  expect(announced.toSorted()).toEqual(opened.map((task) => task.id).toSorted());
  expect(result.effects.filter((effect) => effect.type === 'flow_changed').length).toBeLessThan(2);
}
