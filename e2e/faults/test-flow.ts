import {
  applyTransition,
  decide,
  type FlowEvent,
  type FlowSnapshot,
  type Process,
} from '@sealflow/domain/workflow';
import type { WorkRows } from './check-work.ts';
import type { StoredFlow } from './replay.ts';

/** Stage 0: one of two approvers. Stage 1: both of two approvers. Then the service processes the files. */
export const process: Process = {
  stages: [
    { rule: 'any_of', approvers: ['ann', 'bob'] },
    { rule: 'all_of', approvers: ['bob', 'cat'] },
  ],
  cc: [],
  fileProcess: { by: 'service' },
  delivery: 'none',
  directComplete: false,
  taskTimeLimit: null,
};

/** Makes an event. `taskIDOf` finds the id of the open task of a person. */
type EventFactory = (taskIDOf: (personID: string) => string) => FlowEvent;

/** A flow as the service stores it after these events. */
export function played(events: readonly EventFactory[], designed: Process = process): StoredFlow {
  let snapshot: FlowSnapshot = {
    flow: { id: 'f', applicantID: 'dan', state: 'new', stage: -1, process: designed },
    tasks: [],
  };
  const { escalation } = designed;
  const people = escalation?.to === 'people' ? escalation.people : [];
  let next = 0;
  const done: FlowEvent[] = [];
  const taskIDOf = (personID: string) =>
    snapshot.tasks.find(({ assigneeID, state }) => assigneeID === personID && state === 'awaiting')?.id ?? '';
  for (const createEvent of events) {
    const event = createEvent(taskIDOf);
    // A deadline passes after the latest one of the open tasks.
    const due = snapshot.tasks.flatMap(({ dueAt }) => dueAt ?? []);
    const result = decide(snapshot, event, {
      at: event.type === 'deadline_reached' ? Math.max(...due) : 5,
      newID: () => `t${(next += 1)}`,
      isActive: () => true,
      escalationTargets: () => people,
    });
    if (!result.ok) throw new Error(result.code);
    snapshot = applyTransition(snapshot, result);
    // Only acts of people are stored; events of the service have no `by`.
    if ('by' in event) done.push(event);
  }
  const { state, process: stored } = snapshot.flow;
  return { flowID: 'f', applicant: 'dan', state, process: stored, tasks: snapshot.tasks, events: done };
}

export const submit = (): FlowEvent => ({ type: 'submit', by: 'dan' });
export const approve =
  (by: string): EventFactory =>
  (taskIDOf) => ({ type: 'approve', by, taskID: taskIDOf(by), note: 'ok' });

/** A flow in stage 1 as database rows, with an audit record for each decision. All decisions must be approvals. */
export function rowsOf({ flowID, applicant, state, tasks, events }: StoredFlow): WorkRows {
  const decided = events.flatMap((event) => ('taskID' in event ? [event] : []));
  return {
    flows: [
      {
        flow_id: flowID,
        tid: 'one',
        state,
        title: 'T',
        type: 'trusted_mailbox_application',
        applicant_fid: applicant,
        process,
        stage: 1,
      },
    ],
    files: [],
    tasks: tasks.map((task) => ({ ...task, flow_id: flowID })),
    decisions: decided.map(({ taskID, by, note, type }) => ({
      task_id: taskID,
      flow_id: flowID,
      action: type,
      aid: `one-${by}`,
      fid: by,
      note,
      content_sha256: 'd',
    })),
    acts: [{ flow_id: flowID, action: 'submit', fid: applicant }],
    versions: [],
    records: [
      { id: 1, act: 'flow.submitted', subject: flowID, sha256: 'd' },
      ...decided.map(({ taskID }, index) => ({
        id: index + 2,
        act: 'task.approved',
        subject: taskID,
        sha256: 'd',
      })),
    ],
  };
}
