import type { FlowState, StepType, TaskOutcome } from '@sealflow/domain/workflow';

export interface NoticeText {
  readonly title: string;
  readonly text: string;
}

/** What a notice speaks about; the texts of messages are those of the service's first language. */
export interface NoticeSubject {
  readonly flowTitle: string;
  readonly typeName: string;
  readonly applicant: string;
}

const openings: { readonly [Step in StepType]?: readonly [title: string, text: string] } = {
  approve: ['待审批', '等待您审批'],
  cc: ['抄送', '抄送给您'],
  file_process: ['待处理', '等待您处理文件'],
  download_decrypt: ['文件已就绪', '的文件已处理完成，请下载'],
};

/** To the person who was given a task. */
export function openedText(
  step: StepType,
  { flowTitle, typeName, applicant }: NoticeSubject,
): NoticeText | null {
  const [title, text] = openings[step] ?? [];
  if (title === undefined) return null;
  return { title: `${title}：${typeName}`, text: `${applicant}的“${flowTitle}”${text}` };
}

const closings: { readonly [Outcome in TaskOutcome]?: string } = {
  approved_by_others: '已由他人同意',
  rejected_by_others: '已由他人拒绝',
  direct_completed_by_others: '已由他人直接办结',
  handled_by_others: '已由他人处理',
  approval_no_executor: '审批任务已无执行人',
  file_processing_no_executor: '文件处理任务已无执行人',
  deadline_exceeded: '已超过处理期限',
  canceled_by_administrator: '已被流程管理员取消',
  canceled_by_applicant: '已被申请人取消',
  workflow_completed: '流程已完成',
  workflow_canceled: '流程已取消',
  workflow_terminated: '流程已终止',
};

/** To the person who lost a task they were asked to act on; who was only informed needs no such news. */
export function closedText(
  { step, outcome }: { step: StepType; outcome: TaskOutcome },
  { flowTitle, typeName }: NoticeSubject,
): NoticeText | null {
  const closing = closings[outcome];
  if (closing === undefined || (step !== 'approve' && step !== 'file_process')) return null;
  return { title: `任务已关闭：${typeName}`, text: `“${flowTitle}”${closing}` };
}

const arrivals: { readonly [State in FlowState]?: string } = {
  passed: '已通过审批',
  reviewed: '已直接办结审批',
  rejected: '未通过审批',
  finished: '已完成',
  canceled: '已取消',
  terminated: '已终止',
};

/** To the applicant, of the states that matter to them. */
export function changedText(state: FlowState, { flowTitle, typeName }: NoticeSubject): NoticeText | null {
  const arrival = arrivals[state];
  return arrival === undefined ? null : { title: `申请进展：${typeName}`, text: `“${flowTitle}”${arrival}` };
}
