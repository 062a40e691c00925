import {
  type ApplicationType,
  englishTypeNames,
  type FlowState,
  type StepType,
  type TaskOutcome,
} from '@sealflow/domain/workflow';
import type { BilingualText, Channel } from '../messages/messages.usecases.ts';

export interface NoticeText {
  readonly title: BilingualText;
  readonly text: BilingualText;
}

/** The facts in a notice. Title and names are not translated. */
export interface NoticeSubject {
  readonly flowTitle: string;
  /** The name of the application's type. */
  readonly typeName: BilingualText;
  readonly applicant: string;
}

/** The message channel of an account that contains all notices of one tenant. */
export function workChannel({ tid, aid }: { tid: string; aid: string }): Channel {
  return { key: `work:${tid}:${aid}`, kind: 'work', title: { zh: '审批通知', en: 'Approvals' }, tid, aid };
}

/** The name of a type of application: in Chinese as the tenant defines it, in English as the app does. */
export const typeNameText = (type: ApplicationType, typeName: string): BilingualText => ({
  zh: typeName,
  en: englishTypeNames[type],
});

export const titleWithType = (
  zh: string,
  en: string,
  { typeName }: Pick<NoticeSubject, 'typeName'>,
): BilingualText => ({
  zh: `${zh}：${typeName.zh}`,
  en: `${en}: ${typeName.en}`,
});

interface OpenedTextParts {
  readonly title: readonly [zh: string, en: string];
  readonly zh: string;
  /** Stands between the applicant's name and the title of the application. */
  readonly en: string;
}

const openedTextByStep: { readonly [Step in StepType]?: OpenedTextParts } = {
  approve: { title: ['待审批', 'To approve'], zh: '等待您审批', en: 'asks you to approve' },
  cc: { title: ['抄送', 'Copy'], zh: '抄送给您', en: 'sent you a copy of' },
  file_process: {
    title: ['待处理', 'To process'],
    zh: '等待您处理文件',
    en: 'asks you to process the files of',
  },
  download_decrypt: {
    title: ['文件已就绪', 'Files ready'],
    zh: '的文件已处理完成，请下载',
    en: 'can now download the files of',
  },
};

/** The notice to the assignee of a new task; null for steps without a notice. */
export function taskOpenedText(step: StepType, subject: NoticeSubject): NoticeText | null {
  const parts = openedTextByStep[step];
  if (!parts) return null;
  const { flowTitle, applicant } = subject;
  return {
    title: titleWithType(...parts.title, subject),
    text: {
      zh: `${applicant}的“${flowTitle}”${parts.zh}`,
      en: `${applicant} ${parts.en} “${flowTitle}”`,
    },
  };
}

/** The text of a notice to the deputy of its recipient. @param absent - the name of the recipient. */
export const textForDeputy = ({ zh, en }: BilingualText, absent: string): BilingualText => ({
  zh: `${zh}（代${absent}）`,
  en: `${en} (as deputy of ${absent})`,
});

const remindedTextByStep: { readonly [Step in StepType]?: readonly [zh: string, en: string] } = {
  approve: ['审批', 'to decide on'],
  file_process: ['处理文件', 'to process the files of'],
};

/** The applicant's reminder to the assignee of an open task; null for steps that the application does not await. */
export function taskRemindedText(step: StepType, subject: NoticeSubject): NoticeText | null {
  const parts = remindedTextByStep[step];
  if (!parts) return null;
  const [zh, en] = parts;
  const { flowTitle, applicant } = subject;
  return {
    title: titleWithType('催办', 'Reminder', subject),
    text: {
      zh: `${applicant}提醒您尽快${zh}：“${flowTitle}”`,
      en: `${applicant} reminds you ${en} “${flowTitle}”`,
    },
  };
}

const [minuteMs, hourMs] = [60_000, 3_600_000];

/** The reminder before the deadline of an open task. `escalates`: another person gets the task then. */
export function taskDueText(
  { remainingMs, escalates }: { remainingMs: number; escalates: boolean },
  subject: NoticeSubject,
): NoticeText {
  const hours = Math.round(remainingMs / hourMs);
  const minutes = Math.max(1, Math.round(remainingMs / minuteMs));
  const [zh, en] =
    hours >= 2
      ? [`约 ${hours} 小时`, `about ${hours} hours`]
      : [`约 ${minutes} 分钟`, `about ${minutes} min`];
  return {
    title: titleWithType('即将到期', 'Due soon', subject),
    text: flowText(
      escalates
        ? [`的任务${zh}后到期，到期未处理会转交他人`, `is due in ${en}; then somebody else gets the task`]
        : [`的任务${zh}后到期，到期未处理的申请会终止`, `is due in ${en}; then it ends undecided`],
      subject,
    ),
  };
}

/** Characters of a text of a person that its notice contains. */
const maxExcerptLength = 100;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The beginning of a text that a person wrote, in one line. */
export function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ');
  const characters = Array.from(graphemes.segment(line), ({ segment }) => segment);
  return characters.length > maxExcerptLength ? `${characters.slice(0, maxExcerptLength).join('')}…` : line;
}

/** The notice about a comment to a person who takes part in the application. */
export function commentText(
  { author, text, files, isMentioned }: { author: string; text: string; files: number; isMentioned: boolean },
  subject: NoticeSubject,
): NoticeText {
  const excerpt = excerptOf(text);
  // The names of files stay in the application.
  const [zhFiles, enFiles] =
    files === 0
      ? ['', '']
      : [`（含 ${files} 个附件）`, ` (${files === 1 ? '1 attachment' : `${files} attachments`})`];
  const [zhText, enText] = text === '' ? ['', ''] : [`：${excerpt}`, `: ${excerpt}`];
  const [zh, en] = isMentioned ? ['提到了您', 'mentioned you'] : ['发表了评论', 'commented'];
  return {
    title: titleWithType(isMentioned ? '提到您' : '评论', isMentioned ? 'Mention' : 'Comment', subject),
    text: {
      zh: `${author}在“${subject.flowTitle}”中${zh}${zhText}${zhFiles}`,
      en: `${author} ${en} in “${subject.flowTitle}”${enText}${enFiles}`,
    },
  };
}

const closedTextByOutcome: { readonly [Outcome in TaskOutcome]?: readonly [zh: string, en: string] } = {
  approved_by_others: ['已由他人同意', 'was approved by someone else'],
  rejected_by_others: ['已由他人拒绝', 'was rejected by someone else'],
  direct_completed_by_others: ['已由他人直接办结', 'was completed directly by someone else'],
  handled_by_others: ['已由他人处理', 'was handled by someone else'],
  approval_no_executor: ['审批任务已无执行人', 'has no one left to approve it'],
  file_processing_no_executor: ['文件处理任务已无执行人', 'has no one left to process its files'],
  deadline_exceeded: ['已超过处理期限', 'is past its deadline'],
  canceled_by_administrator: ['已被流程管理员取消', 'was cancelled by the workflow administrator'],
  canceled_by_applicant: ['已被申请人取消', 'was cancelled by the applicant'],
  workflow_completed: ['流程已完成', 'is completed'],
  workflow_canceled: ['流程已取消', 'was cancelled'],
  workflow_terminated: ['流程已终止', 'was terminated'],
};

const returnedByOthers = ['已由他人退回修改', 'was returned for changes by someone else'] as const;

/** The notice to the assignee whose task was closed. Null for copies (`cc`), which required no action. */
export function taskClosedText(
  { step, outcome }: { step: StepType; outcome: TaskOutcome },
  subject: NoticeSubject,
): NoticeText | null {
  // Only a return closes the other approvals of its stage with this outcome.
  const wasReturned = step === 'approve' && outcome === 'handled_by_others';
  const closedParts = wasReturned ? returnedByOthers : closedTextByOutcome[outcome];
  if (closedParts === undefined || (step !== 'approve' && step !== 'file_process')) return null;
  return { title: titleWithType('任务已关闭', 'Task closed', subject), text: flowText(closedParts, subject) };
}

const changedTextByState: { readonly [State in FlowState]?: readonly [zh: string, en: string] } = {
  passed: ['已通过审批', 'was approved'],
  // Approved by direct completion, without the remaining stages.
  reviewed: ['已直接办结审批', 'was approved directly'],
  rejected: ['未通过审批', 'was not approved'],
  finished: ['已完成', 'is completed'],
  canceled: ['已取消', 'was cancelled'],
  terminated: ['已终止', 'was terminated'],
};

/** The notice to the applicant about a new state of the application; null for states without a notice. */
export function applicationChangedText(state: FlowState, subject: NoticeSubject): NoticeText | null {
  const changedParts = changedTextByState[state];
  return changedParts === undefined
    ? null
    : {
        title: titleWithType('申请进展', 'Your application', subject),
        text: flowText(changedParts, subject),
      };
}

/** The same for a person who follows the application of somebody else. */
export function followedChangedText(state: FlowState, subject: NoticeSubject): NoticeText | null {
  const changedParts = changedTextByState[state];
  if (changedParts === undefined) return null;
  const { zh, en } = flowText(changedParts, subject);
  return {
    title: titleWithType('关注的申请', 'Followed application', subject),
    text: { zh: `${subject.applicant}的${zh}`, en: `${subject.applicant}: ${en}` },
  };
}

export function flowText(
  [zh, en]: readonly [zh: string, en: string],
  { flowTitle }: NoticeSubject,
): BilingualText {
  return { zh: `“${flowTitle}”${zh}`, en: `“${flowTitle}” ${en}` };
}
