import type { FlowInfo } from '@sealflow/contract';
import { type FlowState, isTerminal } from '@sealflow/domain/workflow';
import type { WorkButton } from '../list/work-buttons.rules.ts';

export type FlowButton =
  | 'approve'
  | 'reject'
  | 'complete'
  | 'return'
  | 'add-approval'
  | 'transfer'
  | 'handle'
  | 'read'
  | 'remind'
  | 'cancel'
  | 'edit'
  | 'revise';

type Person = {
  /** The user's membership id in the tenant. */
  readonly fid: string;
  readonly visible: Readonly<Record<WorkButton, boolean>>;
};

/** States in which the application awaits the decision or the processing of people. */
const awaitsPeople: ReadonlySet<FlowState> = new Set(['approving', 'waiting', 'not_processed', 'processing']);

/** Whether an own application awaits people that its applicant can remind. */
export const canRemind = ({ state, returned }: Pick<FlowInfo, 'state' | 'returned'>): boolean =>
  awaitsPeople.has(state) && !returned;

/** The actions that the user has for an application, by their task, its state, and their rights. */
export function flowButtons(
  { state, applicant, myTask, returned }: Pick<FlowInfo, 'state' | 'applicant' | 'myTask' | 'returned'>,
  { fid, visible }: Person,
): readonly FlowButton[] {
  const buttons: FlowButton[] = [];
  if (myTask?.state === 'awaiting' && myTask.nodeType === 'approve') {
    if (visible.reject && myTask.returnStages !== undefined) buttons.push('return');
    if (visible.reject) buttons.push('reject');
    if (visible.approve) buttons.push('approve');
    if (visible.complete && myTask.canComplete) buttons.push('complete');
    if (visible.addApproval) buttons.push('add-approval');
    if (visible.transfer) buttons.push('transfer');
  }
  if (myTask?.state === 'awaiting' && myTask.nodeType === 'file_process') {
    if (visible.handle) buttons.push('handle');
    if (visible.transfer) buttons.push('transfer');
  }
  if (myTask?.state === 'awaiting' && myTask.nodeType === 'cc' && visible.read) buttons.push('read');
  if (applicant.fid !== fid) return buttons;
  if (state === 'new' && visible.edit) buttons.push('edit');
  if (returned && myTask?.nodeType === 'initiate') buttons.push('revise');
  if (state !== 'new' && !isTerminal(state) && visible.cancel) buttons.push('cancel');
  if (canRemind({ state, returned })) buttons.push('remind');
  return buttons;
}
