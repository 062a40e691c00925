import type { Task } from '@sealflow/domain/workflow';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { JobBatch } from '../../infra/jobs/jobs.port.ts';
import { type Post, postMessages } from '../messages/messages.usecases.ts';
import { isActiveMember, listMembers } from '../tenants/tenants.usecases.ts';
import { selectDeputies } from './absence.repository.ts';
import { taskEscalatedText } from './escalation-notice.usecases.ts';
import { selectNoticeSubjects } from './flow.repository.ts';
import { selectCommentsByID } from './flow-comments.repository.ts';
import type { noticeQueue, WorkflowServices } from './flow-event.usecases.ts';
import { selectFollowers } from './flow-follows.repository.ts';
import { type ReturnOfTask, selectReturns } from './flow-version.repository.ts';
import type { Notice } from './notice.types.ts';
import {
  applicationChangedText,
  commentText,
  followedChangedText,
  type NoticeSubject,
  type NoticeText,
  taskClosedText,
  taskDueText,
  taskOpenedText,
  taskRemindedText,
  textForDeputy,
  typeNameText,
  workChannel,
} from './notice-text.usecases.ts';
import { returnedText } from './return-notice.usecases.ts';
import { selectSteps } from './task.repository.ts';

type NoticeJob = NonNullable<(typeof noticeQueue)['data']>;

interface NoticeMessage extends NoticeText {
  readonly kind?: 'comment';
  readonly fid: string;
  readonly taskID: string | null;
  /** Idempotency key: one message per event, however often the job runs. */
  readonly key: string;
}

/** Posts notices of flow events to the work channels of the people concerned, in one transaction. */
export async function postNotices(
  services: Pick<WorkflowServices, 'db' | 'clock'>,
  { jobs, isRepeated }: JobBatch<NoticeJob>,
): Promise<void> {
  const posts: Post[] = [];
  for (const [tid, ofTenant] of Map.groupBy(jobs, (job) => job.tid))
    posts.push(...(await toPosts(services, tid, ofTenant)));
  // One call, which locks the channels of all tenants in one order.
  await postMessages(services.db, posts, { isRepeated });
}

async function toPosts(
  { db, clock }: Pick<WorkflowServices, 'db' | 'clock'>,
  tid: string,
  jobs: readonly NoticeJob[],
): Promise<Post[]> {
  const flowIDs = [...new Set(jobs.map(({ flowID }) => flowID))];
  const subjects = await selectNoticeSubjects(db, { tid, flowIDs });
  const flows = new Map(subjects.map((row) => [row.flow_id, row]));
  const assigned = jobs.flatMap(({ notices }) => notices.filter((notice) => 'assigneeID' in notice));
  const steps = await findSteps(db, tid, jobs);
  const opened = assigned.filter(({ type }) => type === 'task_opened');
  const returns = await selectReturns(db, { tid, taskIDs: opened.map(({ taskID }) => taskID) });
  const escalated = assigned.filter((notice) => notice.type === 'task_escalated');
  const commented = jobs.flatMap(({ notices }) => notices.filter((notice) => notice.type === 'commented'));
  const commentIDs = [...new Set(commented.map(({ commentID }) => commentID))];
  const comments = new Map(
    (await selectCommentsByID(db, { tid, commentIDs })).map((row) => [row.comment_id, row]),
  );
  const assignees = [...new Set(assigned.map((notice) => notice.assigneeID))];
  const deputies = await selectDeputies(db, { tid, fids: assignees, at: new Date(clock()) });
  const followers = await selectFollowers(db, {
    tid,
    flowIDs: flowIDsOfChanges(jobs),
    at: new Date(clock()),
  });
  const fids = new Set([
    ...followers.map((row) => row.fid),
    ...subjects.map((row) => row.applicant_fid),
    ...assignees,
    ...deputies.map((row) => row.deputy_fid),
    ...commented.map((notice) => notice.fid),
    ...escalated.map((notice) => notice.fromFid),
    ...[...comments.values()].map((row) => row.fid),
  ]);
  const members = new Map((await listMembers(db, { tid, fids: [...fids] })).map((one) => [one.fid, one]));
  return jobs.flatMap(({ flowID, at, notices }) => {
    const row = flows.get(flowID);
    if (!row) return [];
    const { title: flowTitle, applicant_fid: applicantFid } = row;
    const typeName = typeNameText(row.type, row.type_name);
    const subject = { flowTitle, typeName, applicant: members.get(applicantFid)?.name ?? '' };
    const messages = notices.flatMap((notice): (NoticeMessage | null)[] => {
      if (notice.type === 'commented') return [toCommentMessage(notice, { comments, members, subject })];
      if (notice.type === 'task_escalated') return [toEscalatedMessage(notice, { members, subject })];
      const message = toNoticeMessage(notice, { steps, returns, subject, flowID, applicantFid, at });
      if (notice.type === 'flow_changed')
        return [message, ...toFollowerMessages(notice, { flowID, subject, followers, applicantFid })];
      if (!message || notice.type === 'task_closed') return [message];
      const { assigneeID, taskID } = notice;
      const step = steps.get(taskID);
      if (step !== 'approve' && step !== 'file_process') return [message];
      const deputy = deputies.find(
        ({ fid, types }) => fid === assigneeID && types?.includes(row.type) !== false,
      )?.deputy_fid;
      if (deputy === undefined || deputy === applicantFid) return [message];
      const text = textForDeputy(message.text, members.get(assigneeID)?.name ?? '');
      return [message, { ...message, text, fid: deputy, key: `${message.key}:deputy` }];
    });
    return messages.flatMap((message): Post[] => {
      const recipient = message && members.get(message.fid);
      return message && recipient && isActiveMember(recipient)
        ? [toPost(message, { tid, aid: recipient.aid, flowID, at })]
        : [];
    });
  });
}

/** The steps of the tasks in the notices of a tenant. */
async function findSteps(
  db: DatabaseHandle,
  tid: string,
  jobs: readonly NoticeJob[],
): Promise<ReadonlyMap<string, Task['step']>> {
  const known = new Map<string, Task['step']>();
  const unknown: string[] = [];
  for (const { notices, step } of jobs)
    for (const notice of notices) {
      if (!('taskID' in notice)) continue;
      if (step) known.set(notice.taskID, step);
      else unknown.push(notice.taskID);
    }
  if (unknown.length === 0) return known;
  return new Map([...known, ...(await selectSteps(db, { tid, taskIDs: unknown }))]);
}

function toPost(
  { title, text, taskID, key, kind }: NoticeMessage,
  { tid, aid, flowID, at }: { tid: string; aid: string; flowID: string; at: number },
): Post {
  return {
    channel: workChannel({ tid, aid }),
    type: taskID === null ? 'flow' : 'task',
    title,
    text,
    link: { kind: taskID === null ? 'flow' : 'task', tid, flowID, taskID },
    idempotencyKey: key,
    createAt: at,
    ...(kind && { kind }),
  };
}

const flowIDsOfChanges = (jobs: readonly NoticeJob[]): string[] => [
  ...new Set(
    jobs.flatMap(({ flowID, notices }) =>
      notices.some(({ type }) => type === 'flow_changed') ? [flowID] : [],
    ),
  ),
];

function toFollowerMessages(
  { state }: Extract<Notice, { type: 'flow_changed' }>,
  {
    flowID,
    subject,
    followers,
    applicantFid,
  }: {
    flowID: string;
    subject: NoticeSubject;
    followers: readonly { flow_id: string; fid: string }[];
    applicantFid: string;
  },
): NoticeMessage[] {
  const noticeText = followedChangedText(state, subject);
  if (!noticeText) return [];
  return followers
    .filter((row) => row.flow_id === flowID && row.fid !== applicantFid)
    .map(({ fid }) => {
      const { title, text } = noticeText;
      return { title, text, fid, taskID: null, key: `flow:${flowID}:${state}:${fid}` };
    });
}

function toCommentMessage(
  { commentID, fid, isMentioned }: Extract<Notice, { type: 'commented' }>,
  {
    comments,
    members,
    subject,
  }: {
    comments: ReadonlyMap<string, { fid: string; text: string; files: number }>;
    members: ReadonlyMap<string, { name: string }>;
    subject: NoticeSubject;
  },
): NoticeMessage | null {
  const comment = comments.get(commentID);
  if (!comment) return null;
  const author = members.get(comment.fid)?.name ?? '';
  const text = commentText({ author, text: comment.text, files: comment.files, isMentioned }, subject);
  return { ...text, fid, taskID: null, key: `comment:${commentID}:${fid}`, kind: 'comment' };
}

function toEscalatedMessage(
  { taskID, fid, fromFid, assigneeID }: Extract<Notice, { type: 'task_escalated' }>,
  { members, subject }: { members: ReadonlyMap<string, { name: string }>; subject: NoticeSubject },
): NoticeMessage {
  const nameOf = (one: string) => members.get(one)?.name ?? '';
  const text = taskEscalatedText({ from: nameOf(fromFid), to: nameOf(assigneeID) }, subject);
  // The applicant has no task to open.
  return { ...text, fid, taskID: fid === assigneeID ? taskID : null, key: `escalated:${taskID}:${fid}` };
}

function toNoticeMessage(
  notice: Exclude<Notice, { type: 'commented' | 'task_escalated' }>,
  facts: {
    steps: ReadonlyMap<string, Task['step']>;
    returns: ReadonlyMap<string, ReturnOfTask>;
    subject: NoticeSubject;
    flowID: string;
    applicantFid: string;
    at: number;
  },
): NoticeMessage | null {
  const { steps, returns, subject, flowID, applicantFid, at } = facts;
  if (notice.type === 'flow_changed') {
    const text = applicationChangedText(notice.state, subject);
    return text && { ...text, fid: applicantFid, taskID: null, key: `flow:${flowID}:${notice.state}` };
  }
  const { taskID, assigneeID: fid } = notice;
  const step = steps.get(taskID);
  if (!step) return null;
  const { text, event } = taskNoticeText(notice, { step, opening: returns.get(taskID), subject, at });
  return text && { ...text, fid, taskID, key: `task:${taskID}:${event}` };
}

/** The text of a notice about a task, and what tells the notice from others about the task. */
function taskNoticeText(
  notice: Exclude<Notice, { type: 'flow_changed' | 'commented' | 'task_escalated' }>,
  facts: {
    step: Task['step'];
    /** The return that opened the task. */
    opening: ReturnOfTask | undefined;
    subject: NoticeSubject;
    at: number;
  },
): { text: NoticeText | null; event: string } {
  const { step, opening, subject, at } = facts;
  if (notice.type === 'task_opened') {
    const text = opening === undefined ? taskOpenedText(step, subject) : returnedText(opening, subject);
    return { text, event: 'opened' };
  }
  if (notice.type === 'task_closed')
    return { text: taskClosedText({ step, outcome: notice.outcome }, subject), event: 'closed' };
  if (notice.type === 'task_reminded')
    return { text: taskRemindedText(step, subject), event: `reminded:${at}` };
  const remainingMs = Math.max(0, notice.dueAt - at);
  const escalates = notice.escalates === true;
  return { text: taskDueText({ remainingMs, escalates }, subject), event: `due:${notice.dueAt}` };
}
