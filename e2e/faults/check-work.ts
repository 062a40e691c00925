import type { FlowEvent, Process, Task } from '@sealflow/domain/workflow';
import type { DecisionNote, FlowActNote, FlowNote, Violation } from './journal.ts';
import { replay } from './replay.ts';

/** What the database holds of flows, as it was read after everything had come to rest. */
export interface WorkRows {
  readonly flows: readonly {
    flow_id: string;
    tid: string;
    state: string;
    title: string;
    type: string;
    applicant_fid: string;
    process: Process;
    stage: number;
  }[];
  readonly files: readonly { flow_id: string; uri: string }[];
  readonly tasks: readonly (Task & { flow_id: string })[];
  readonly decisions: readonly {
    task_id: string;
    flow_id: string;
    action: string;
    aid: string;
    fid: string;
    note: string | null;
    content_sha256: string;
  }[];
  readonly acts: readonly { flow_id: string; action: string; fid: string | null }[];
  /** Of tasks and flows, in the order in which they were written. */
  readonly records: readonly { id: number; act: string; subject: string; sha256: string | null }[];
}

const actOf: Readonly<Record<string, string>> = {
  approve: 'task.approved',
  reject: 'task.rejected',
  complete: 'task.completed',
  add_approval: 'task.approval_added',
  transfer: 'task.transferred',
  read: 'task.read',
  handle: 'task.handled',
  download: 'task.downloaded',
};

/** No acknowledged decision lost, none doubled, each on record once. */
export function checkDecisions(rows: WorkRows, notes: readonly DecisionNote[]): Violation[] {
  const found: Violation[] = [];
  const byTask = Map.groupBy(rows.decisions, ({ task_id }) => task_id);
  const tasks = new Map(rows.tasks.map((task) => [task.id, task]));
  const records = Map.groupBy(rows.records, ({ act, subject }) => `${act} ${subject}`);
  for (const note of notes) {
    if (note.told !== 'processed') continue;
    const [row] = byTask.get(note.taskID) ?? [];
    if (
      !row ||
      row.action !== note.action.replace('-', '_') ||
      row.aid !== note.aid ||
      row.note !== note.note
    ) {
      found.push({
        invariant: 'decisions-kept',
        what: `the acknowledged ${note.action} of task ${note.taskID} is not in the database`,
        evidence: { note, row },
      });
    }
  }
  const told = Map.groupBy(
    notes.filter((note) => note.told === 'processed'),
    ({ taskID }) => taskID,
  );
  for (const [taskID, winners] of told) {
    if (winners.length > 1)
      found.push({
        invariant: 'decisions-once',
        what: `${winners.length} people were told that they decided task ${taskID}`,
        evidence: winners,
      });
  }
  for (const [taskID, ofTask] of byTask) {
    const [row] = ofTask;
    if (ofTask.length > 1 || !row) {
      found.push({
        invariant: 'decisions-once',
        what: `task ${taskID} has ${ofTask.length} decisions`,
        evidence: ofTask,
      });
      continue;
    }
    if (tasks.get(taskID)?.state !== 'processed') {
      found.push({
        invariant: 'decisions-once',
        what: `task ${taskID} was decided and is ${tasks.get(taskID)?.state}`,
        evidence: row,
      });
    }
    const recorded = records.get(`${actOf[row.action]} ${taskID}`) ?? [];
    if (recorded.length !== 1 || recorded[0]?.sha256 !== row.content_sha256) {
      found.push({
        invariant: 'decisions-audited',
        what: `the decision of task ${taskID} has ${recorded.length} records`,
        evidence: { row, recorded },
      });
    }
  }
  for (const task of rows.tasks) {
    if (task.state === 'processed' && task.step !== 'initiate' && !byTask.has(task.id)) {
      found.push({
        invariant: 'decisions-once',
        what: `task ${task.id} is processed without a decision`,
        evidence: task,
      });
    }
  }
  return found;
}

/** Each application that was taken is there as it was made, and where its decisions lead by the rules. */
export function checkFlows(
  rows: WorkRows,
  { flows, acts }: { flows: readonly FlowNote[]; acts: readonly FlowActNote[] },
): Violation[] {
  const found: Violation[] = [];
  const stored = new Map(rows.flows.map((flow) => [flow.flow_id, flow]));
  const files = Map.groupBy(rows.files, ({ flow_id }) => flow_id);
  for (const note of flows) {
    const row = stored.get(note.flowID);
    const uris = (files.get(note.flowID) ?? []).map(({ uri }) => uri);
    if (
      row?.title !== note.title ||
      row.applicant_fid !== note.fid ||
      row.tid !== note.tid ||
      uris.join() !== note.files.join()
    ) {
      found.push({
        invariant: 'flows-kept',
        what: `the acknowledged application ${note.flowID} is not in the database as it was made`,
        evidence: { note, row, uris },
      });
    }
  }
  const titles = Map.groupBy(
    rows.flows.filter(({ title }) => title !== 'canary'),
    ({ title }) => title,
  );
  for (const [title, same] of titles) {
    if (same.length > 1)
      found.push({
        invariant: 'flows-once',
        what: `the application "${title}" was made ${same.length} times`,
        evidence: same,
      });
  }
  const done = Map.groupBy(rows.acts, ({ flow_id, action }) => `${flow_id} ${action}`);
  for (const note of acts) {
    if (done.get(`${note.flowID} ${note.action}`)?.length !== 1) {
      found.push({
        invariant: 'flows-kept',
        what: `the acknowledged ${note.action} of application ${note.flowID} is not in the database once`,
        evidence: note,
      });
    }
  }
  const tasks = Map.groupBy(rows.tasks, ({ flow_id }) => flow_id);
  const events = eventsOf(rows);
  for (const { flow_id: flowID, applicant_fid: applicant, state, process } of rows.flows) {
    const flow = {
      flowID,
      applicant,
      process,
      state: state as never,
      tasks: tasks.get(flowID) ?? [],
      events: events.get(flowID) ?? [],
    };
    const why = replay(flow);
    if (why) found.push({ invariant: 'flows-follow', what: `application ${flowID}: ${why}`, evidence: flow });
  }
  return found;
}

/** Clocks are off on purpose: the records' numbers are drawn under the lock of the flow, and say what came first. */
function eventsOf({ records, decisions, acts, flows, tasks }: WorkRows): Map<string, FlowEvent[]> {
  const decisionOf = new Map(decisions.map((row) => [row.task_id, row]));
  const applicants = new Map(flows.map((flow) => [flow.flow_id, flow.applicant_fid]));
  const opened = Map.groupBy(tasks, ({ replaces }) => replaces);
  const events = new Map<string, FlowEvent[]>();
  const add = (flowID: string, event: FlowEvent) =>
    events.set(flowID, [...(events.get(flowID) ?? []), event]);
  const isDone = new Set(acts.map(({ flow_id, action }) => `${flow_id} ${action}`));
  for (const { act, subject } of records) {
    const decision = act.startsWith('task.') ? decisionOf.get(subject) : undefined;
    if (decision) {
      const { action, fid: by, note, flow_id: flowID } = decision;
      const named = (opened.get(subject) ?? []).flatMap(({ assigneeID }) =>
        assigneeID === null ? [] : [assigneeID],
      );
      const base = { by, taskID: subject, note };
      if (action === 'add_approval') add(flowID, { ...base, type: action, approvers: named });
      else if (action === 'transfer') add(flowID, { ...base, type: action, assignee: named[0] ?? '' });
      else add(flowID, { ...base, type: action } as FlowEvent);
    }
    const applicant = applicants.get(subject) ?? '';
    if (act === 'flow.submitted' && isDone.has(`${subject} submit`))
      add(subject, { type: 'submit', by: applicant });
    if (act === 'flow.canceled' && isDone.has(`${subject} cancel`))
      add(subject, { type: 'cancel', by: applicant });
  }
  return events;
}
