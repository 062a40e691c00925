import type { Draft } from './draft.ts';
import { stageResultOf } from './stage.ts';
import type { ExternalOutcome } from './vocabulary.ts';

/** Opens an approval stage, or closes the approval if there is none left. */
export function openStage(draft: Draft, index: number): void {
  const stage = draft.flow.process.stages[index];
  if (stage === undefined) {
    completeApproval(draft, 'passed');
    return;
  }
  draft.enterState('approving', index);
  const approvers = draft.activeAmong(stage.approvers);
  if (approvers.length === 0) {
    draft.recordMissingAssignee({ step: 'approve', stage: index }, 'approval_no_executor');
    draft.endFlow('terminated', 'workflow_terminated');
    return;
  }
  for (const assigneeID of approvers) draft.openTask({ step: 'approve', stage: index, assigneeID });
}

/** Re-evaluates a stage after a change of its tasks: opens the next stage, terminates the flow, or keeps waiting. */
export function evaluateStage(draft: Draft): void {
  const { stage: index, process } = draft.flow;
  const stage = process.stages[index];
  const tasks = draft.tasks.filter((task) => task.step === 'approve' && task.stage === index);
  const result = stage === undefined ? 'lost' : stageResultOf(stage, tasks);
  if (result === 'approved') {
    cancelApprovals(draft, 'approved_by_others');
    openStage(draft, index + 1);
  } else if (result === 'lost') {
    draft.endFlow('terminated', 'workflow_terminated');
  } else {
    draft.enterState(draft.open.some((task) => task.added) ? 'waiting' : 'approving');
  }
}

export function cancelApprovals(draft: Draft, outcome: ExternalOutcome): void {
  for (const task of draft.open) {
    if (task.step === 'approve') draft.cancelTask(task, outcome);
  }
}

/** Completes the approval: `passed` after all stages, `reviewed` by direct completion. */
export function completeApproval(draft: Draft, state: 'passed' | 'reviewed'): void {
  draft.enterState(state);
  const { cc, fileProcess } = draft.flow.process;
  for (const assigneeID of draft.activeAmong(cc)) draft.openTask({ step: 'cc', stage: null, assigneeID });
  if (fileProcess === null) deliver(draft);
  else if (fileProcess.by === 'service') draft.addEffect('process_files');
  else openProcessingTasks(draft, fileProcess.executors);
}

/** Opens file-processing tasks for the executors. */
export function openProcessingTasks(draft: Draft, executorIDs: readonly string[]): void {
  draft.enterState('not_processed');
  const executors = draft.activeAmong(executorIDs);
  if (executors.length === 0) {
    draft.recordMissingAssignee({ step: 'file_process', stage: null }, 'file_processing_no_executor');
    draft.endFlow('terminated', 'workflow_terminated');
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
    draft.endFlow('finished', 'workflow_completed');
    return;
  }
  draft.enterState('processed');
  if (process.delivery === 'download') {
    draft.openTask({ step: 'download_decrypt', stage: null, assigneeID: applicantID });
  } else {
    draft.addEffect('send_email');
  }
}
