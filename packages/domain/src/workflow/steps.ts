import type { Draft } from './draft.ts';
import { standingOf } from './stage.ts';
import type { ForeignOutcome } from './vocabulary.ts';

/** Opens an approval stage, or closes the approval if there is none left. */
export function openStage(draft: Draft, index: number): void {
  const stage = draft.flow.process.stages[index];
  if (stage === undefined) {
    closeApproval(draft, 'passed');
    return;
  }
  draft.enter('approving', index);
  const approvers = draft.active(stage.approvers);
  if (approvers.length === 0) {
    draft.recordNobody({ step: 'approve', stage: index }, 'approval_no_executor');
    draft.end('terminated', 'workflow_terminated');
    return;
  }
  for (const assigneeID of approvers) draft.openTask({ step: 'approve', stage: index, assigneeID });
}

/** Re-evaluates a stage after a change of its tasks: opens the next stage, terminates the flow, or keeps waiting. */
export function settleStage(draft: Draft): void {
  const { stage: index, process } = draft.flow;
  const stage = process.stages[index];
  const tasks = draft.tasks.filter((task) => task.step === 'approve' && task.stage === index);
  const standing = stage === undefined ? 'lost' : standingOf(stage, tasks);
  if (standing === 'approved') {
    withdrawApprovals(draft, 'approved_by_others');
    openStage(draft, index + 1);
  } else if (standing === 'lost') {
    draft.end('terminated', 'workflow_terminated');
  } else {
    draft.enter(draft.open.some((task) => task.added) ? 'waiting' : 'approving');
  }
}

export function withdrawApprovals(draft: Draft, outcome: ForeignOutcome): void {
  for (const task of draft.open) {
    if (task.step === 'approve') draft.withdraw(task, outcome);
  }
}

/** Completes the approval: `passed` after all stages, `reviewed` by direct completion. */
export function closeApproval(draft: Draft, state: 'passed' | 'reviewed'): void {
  draft.enter(state);
  const { cc, fileProcess } = draft.flow.process;
  for (const assigneeID of draft.active(cc)) draft.openTask({ step: 'cc', stage: null, assigneeID });
  if (fileProcess === null) deliver(draft);
  else if (fileProcess.by === 'service') draft.need('process_files');
  else askExecutors(draft, fileProcess.executors);
}

/** Opens file-processing tasks for the executors. */
export function askExecutors(draft: Draft, named: readonly string[]): void {
  draft.enter('not_processed');
  const executors = draft.active(named);
  if (executors.length === 0) {
    draft.recordNobody({ step: 'file_process', stage: null }, 'file_processing_no_executor');
    draft.end('terminated', 'workflow_terminated');
    return;
  }
  for (const assigneeID of executors) {
    draft.openTask({ step: 'file_process', stage: null, assigneeID });
  }
}

/** The result is ready: opens its download, sends it, or finishes the flow. */
export function deliver(draft: Draft): void {
  const { applicantID, process } = draft.flow;
  if (process.delivery === 'none') {
    draft.end('finished', 'workflow_completed');
    return;
  }
  draft.enter('processed');
  if (process.delivery === 'download') {
    draft.openTask({ step: 'download_decrypt', stage: null, assigneeID: applicantID });
  } else {
    draft.need('send_email');
  }
}
