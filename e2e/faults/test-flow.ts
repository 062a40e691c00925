import {
  applyTransition,
  decide,
  type FlowEvent,
  type FlowSnapshot,
  type Process,
} from '@sealflow/domain/workflow';
import type { WorkRows } from './check-work.ts';
import type { StoredFlow } from './replay.ts';

/** One of two approvers, then both of two, then processing by the service. */
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

/** A flow as the service stores it after these events. */
export function played(events: readonly ((open: (by: string) => string) => FlowEvent)[]): StoredFlow {
  let situation: FlowSnapshot = {
    flow: { id: 'f', applicantID: 'dan', state: 'new', stage: -1, process },
    tasks: [],
  };
  let next = 0;
  const done: FlowEvent[] = [];
  const open = (by: string) =>
    situation.tasks.find(({ assigneeID, state }) => assigneeID === by && state === 'awaiting')?.id ?? '';
  for (const make of events) {
    const event = make(open);
    const result = decide(situation, event, { at: 5, newID: () => `t${(next += 1)}`, isActive: () => true });
    if (!result.ok) throw new Error(result.code);
    situation = applyTransition(situation, result);
    if ('by' in event) done.push(event);
  }
  const { state } = situation.flow;
  return { flowID: 'f', applicant: 'dan', state, process, tasks: situation.tasks, events: done };
}

export const submit = (): FlowEvent => ({ type: 'submit', by: 'dan' });
export const approve =
  (by: string) =>
  (open: (by: string) => string): FlowEvent => ({ type: 'approve', by, taskID: open(by), note: 'ok' });

/** The same flow as database rows, with an audit record for each decision. */
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
