/** The states of a flow; wire names of service.md, section 4 of the specification. */
export const flowStates = [
  'new',
  'approving',
  'waiting',
  'passed',
  'reviewed',
  'not_processed',
  'processing',
  'processed',
  'rejected',
  'finished',
  'canceled',
  'terminated',
] as const;
export type FlowState = (typeof flowStates)[number];

/** Final states. */
const terminalFlowStates = ['rejected', 'finished', 'canceled', 'terminated'] as const;
export type TerminalFlowState = (typeof terminalFlowStates)[number];

/** The flow states that the filter value `awaiting_approval` selects, in both dialects (service.md). */
export const awaitingApprovalStates = ['approving', 'waiting'] as const satisfies readonly FlowState[];

export const taskStates = ['awaiting', 'processed', 'canceled'] as const;
export type TaskState = (typeof taskStates)[number];

/** The step types of a process, in order (section 4). */
export const stepTypes = [
  'initiate',
  'approve',
  'cc',
  'file_process',
  'download_decrypt',
  'send_email',
] as const;
export type StepType = (typeof stepTypes)[number];

/** Outcomes that the assignee caused. The task is then `processed`. */
export const assigneeOutcomes = [
  'approved',
  'rejected',
  'direct_completed',
  'converted_to_add_approval',
  'transferred',
  'handled',
] as const;
export type AssigneeOutcome = (typeof assigneeOutcomes)[number];

/** Outcomes without the assignee: the texts of section 4. The task is then `canceled`. */
export const externalOutcomes = [
  'approved_by_others',
  'rejected_by_others',
  'direct_completed_by_others',
  'handled_by_others',
  'approval_no_executor',
  'file_processing_no_executor',
  'deadline_exceeded',
  'canceled_by_administrator',
  'canceled_by_applicant',
  'workflow_completed',
  'workflow_canceled',
  'workflow_terminated',
] as const;
export type ExternalOutcome = (typeof externalOutcomes)[number];

export const taskOutcomes = [...assigneeOutcomes, ...externalOutcomes] as const;
export type TaskOutcome = AssigneeOutcome | ExternalOutcome;

/** Whether the flow has ended. */
export function isTerminal(state: FlowState): state is TerminalFlowState {
  return (terminalFlowStates as readonly FlowState[]).includes(state);
}
