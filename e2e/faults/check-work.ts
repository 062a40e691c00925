import { type FlowEvent, type Process, returnTargetOf, type Task } from '@sealflow/domain/workflow';
import type { DecisionEntry, FlowActionEntry, FlowEntry, Violation } from './journal.ts';
import { designedProcess, replay } from './replay.ts';
import { stageCountOf } from './test-tenants.ts';

/** The rows of flows after everything has settled. */
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
  /** The contents that applications had before they were submitted again. */
  readonly versions: readonly { flow_id: string; version: number }[];
  /** Audit records of tasks and flows in the order of their insertion. */
  readonly records: readonly { id: number; act: string; subject: string; sha256: string | null }[];
}

const actOf: Readonly<Record<string, string>> = {
  approve: 'task.approved',
  reject: 'task.rejected',
  complete: 'task.completed',
  return_to_applicant: 'task.returned',
  return_to_stage: 'task.returned',
  add_approval: 'task.approval_added',
  transfer: 'task.transferred',
  read: 'task.read',
  handle: 'task.handled',
  download: 'task.downloaded',
};

/** No acknowledged decision is lost or duplicated, and each has one audit record. */
export function checkDecisions(rows: WorkRows, entries: readonly DecisionEntry[]): Violation[] {
  const violations: Violation[] = [];
  const byTask = Map.groupBy(rows.decisions, ({ task_id }) => task_id);
  const tasks = new Map(rows.tasks.map((task) => [task.id, task]));
  const records = Map.groupBy(rows.records, ({ act, subject }) => `${act} ${subject}`);
  for (const entry of entries) {
    if (entry.outcome !== 'processed') continue;
    const [row] = byTask.get(entry.taskID) ?? [];
    if (
      !row ||
      row.action !== entry.action.replaceAll('-', '_') ||
      row.aid !== entry.aid ||
      row.note !== entry.note
    ) {
      violations.push({
        invariant: 'decisions-kept',
        description: `the acknowledged ${entry.action} of task ${entry.taskID} is not in the database`,
        evidence: { note: entry, row },
      });
    }
  }
  const reportedWinners = Map.groupBy(
    entries.filter((entry) => entry.outcome === 'processed'),
    ({ taskID }) => taskID,
  );
  for (const [taskID, winners] of reportedWinners) {
    if (winners.length > 1)
      violations.push({
        invariant: 'decisions-once',
        description: `${winners.length} people received the confirmation that they decided task ${taskID}`,
        evidence: winners,
      });
  }
  for (const [taskID, ofTask] of byTask) {
    const [row] = ofTask;
    if (ofTask.length > 1 || !row) {
      violations.push({
        invariant: 'decisions-once',
        description: `task ${taskID} has ${ofTask.length} decisions`,
        evidence: ofTask,
      });
      continue;
    }
    if (tasks.get(taskID)?.state !== 'processed') {
      violations.push({
        invariant: 'decisions-once',
        description: `task ${taskID} was decided but is ${tasks.get(taskID)?.state}`,
        evidence: row,
      });
    }
    const recorded = records.get(`${actOf[row.action]} ${taskID}`) ?? [];
    if (recorded.length !== 1 || recorded[0]?.sha256 !== row.content_sha256) {
      violations.push({
        invariant: 'decisions-audited',
        description: `the decision of task ${taskID} has ${recorded.length} records`,
        evidence: { row, recorded },
      });
    }
  }
  for (const task of rows.tasks) {
    if (task.state === 'processed' && task.step !== 'initiate' && !byTask.has(task.id)) {
      violations.push({
        invariant: 'decisions-once',
        description: `task ${task.id} is processed without a decision`,
        evidence: task,
      });
    }
  }
  return violations;
}

/** Each acknowledged application is stored as it was sent, and its state follows from its decisions by the rules. */
export function checkFlows(
  rows: WorkRows,
  { flows, acts }: { flows: readonly FlowEntry[]; acts: readonly FlowActionEntry[] },
): Violation[] {
  const violations: Violation[] = [];
  const stored = new Map(rows.flows.map((flow) => [flow.flow_id, flow]));
  const files = Map.groupBy(rows.files, ({ flow_id }) => flow_id);
  for (const entry of flows) {
    const row = stored.get(entry.flowID);
    const uris = (files.get(entry.flowID) ?? []).map(({ uri }) => uri);
    if (
      row?.title !== entry.title ||
      row.applicant_fid !== entry.fid ||
      row.tid !== entry.tid ||
      uris.join() !== entry.files.join()
    ) {
      violations.push({
        invariant: 'flows-kept',
        description: `the acknowledged application ${entry.flowID} differs in the database`,
        evidence: { note: entry, row, uris },
      });
    }
  }
  const titles = Map.groupBy(
    rows.flows.filter(({ title }) => title !== 'canary'),
    ({ title }) => title,
  );
  for (const [title, duplicates] of titles) {
    if (duplicates.length > 1)
      violations.push({
        invariant: 'flows-once',
        description: `the application "${title}" exists ${duplicates.length} times`,
        evidence: duplicates,
      });
  }
  const actionRows = Map.groupBy(rows.acts, ({ flow_id, action }) => `${flow_id} ${action}`);
  violations.push(...checkVersions(rows, acts));
  for (const entry of acts.filter(({ action }) => action !== 'resubmit')) {
    if (actionRows.get(`${entry.flowID} ${entry.action}`)?.length !== 1) {
      violations.push({
        invariant: 'flows-kept',
        description: `the acknowledged ${entry.action} of application ${entry.flowID} is not in the database exactly once`,
        evidence: entry,
      });
    }
  }
  const tasks = Map.groupBy(rows.tasks, ({ flow_id }) => flow_id);
  const events = eventsOf(rows);
  for (const { flow_id: flowID, applicant_fid: applicant, state, process, type } of rows.flows) {
    const flow = {
      flowID,
      applicant,
      process,
      state: state as never,
      tasks: tasks.get(flowID) ?? [],
      events: events.get(flowID) ?? [],
    };
    const stageCount = stageCountOf(type, files.get(flowID)?.length ?? 0);
    const actualCount = designedProcess(process).stages.length;
    if (state !== 'new' && stageCount !== undefined && stageCount !== actualCount)
      violations.push({
        invariant: 'flows-follow',
        description: `application ${flowID} has ${actualCount} stages instead of ${stageCount}`,
        evidence: flow,
      });
    const reason = replay(flow);
    if (reason)
      violations.push({
        invariant: 'flows-follow',
        description: `application ${flowID}: ${reason}`,
        evidence: flow,
      });
  }
  return violations;
}

/** Each new submission of a returned application keeps the content before it, and no acknowledged one is lost. */
function checkVersions(rows: WorkRows, acts: readonly FlowActionEntry[]): Violation[] {
  const acknowledged = Map.groupBy(
    acts.filter(({ action }) => action === 'resubmit'),
    ({ flowID }) => flowID,
  );
  const stored = Map.groupBy(
    rows.acts.filter(({ action }) => action === 'resubmit'),
    ({ flow_id }) => flow_id,
  );
  const versions = Map.groupBy(rows.versions, ({ flow_id }) => flow_id);
  return [...new Set([...acknowledged.keys(), ...stored.keys(), ...versions.keys()])].flatMap((flowID) => {
    const count = stored.get(flowID)?.length ?? 0;
    const evidence = { acknowledged: acknowledged.get(flowID), versions: versions.get(flowID) };
    const isKept =
      count >= (evidence.acknowledged?.length ?? 0) && count === (evidence.versions?.length ?? 0);
    const description = `application ${flowID} was submitted again ${count} times, unlike its versions`;
    return isKept ? [] : [{ invariant: 'flows-kept', description, evidence }];
  });
}

/**
 * Faults shift the clocks, so times give no order. The numbers of the records are assigned under the lock of the
 * flow.
 */
function eventsOf({ records, decisions, acts, flows, tasks }: WorkRows): Map<string, FlowEvent[]> {
  const decisionOf = new Map(decisions.map((row) => [row.task_id, row]));
  const applicants = new Map(flows.map((flow) => [flow.flow_id, flow.applicant_fid]));
  const opened = Map.groupBy(tasks, ({ replaces }) => replaces);
  const tasksByID = new Map(tasks.map((task) => [task.id, task]));
  const tasksByFlow = Map.groupBy(tasks, ({ flow_id }) => flow_id);
  const processes = new Map(flows.map(({ flow_id, process }) => [flow_id, process]));
  const events = new Map<string, FlowEvent[]>();
  const add = (flowID: string, event: FlowEvent) =>
    events.set(flowID, [...(events.get(flowID) ?? []), event]);
  const isDone = new Set(acts.map(({ flow_id, action }) => `${flow_id} ${action}`));
  for (const { act, subject } of records) {
    const decision = act.startsWith('task.') ? decisionOf.get(subject) : undefined;
    if (decision) {
      const { action, fid: by, note: entry, flow_id: flowID } = decision;
      const named = (opened.get(subject) ?? []).flatMap(({ assigneeID }) =>
        assigneeID === null ? [] : [assigneeID],
      );
      const base = { by, taskID: subject, note: entry };
      if (action === 'add_approval') add(flowID, { ...base, type: action, approvers: named });
      else if (action === 'transfer') add(flowID, { ...base, type: action, assignee: named[0] ?? '' });
      else if (action === 'return_to_stage') {
        const task = tasksByID.get(subject);
        const process = processes.get(flowID);
        const target = task && process && returnTargetOf(process, task, tasksByFlow.get(flowID) ?? []);
        add(flowID, { ...base, type: action, note: entry ?? '', stage: target?.stage ?? -1 });
      } else add(flowID, { ...base, type: action } as FlowEvent);
    }
    const applicant = applicants.get(subject) ?? '';
    if (act === 'flow.submitted' && isDone.has(`${subject} submit`))
      add(subject, { type: 'submit', by: applicant });
    const process = processes.get(subject);
    if (act === 'flow.resubmitted' && process)
      add(subject, { type: 'resubmit', by: applicant, note: null, process: designedProcess(process) });
    if (act === 'flow.canceled' && isDone.has(`${subject} cancel`))
      add(subject, { type: 'cancel', by: applicant });
  }
  return events;
}
