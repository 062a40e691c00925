import type { Task } from '@sealflow/domain/workflow';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { postMessage } from '../messages/messages.usecases.ts';
import { listMembers } from '../tenants/tenants.usecases.ts';
import { selectFlow } from './flow.repository.ts';
import type { Notice, noticeQueue } from './flow-event.usecases.ts';
import {
  changedText,
  closedText,
  kindText,
  type NoticeSubject,
  type NoticeText,
  openedText,
  workChannel,
} from './notice-text.usecases.ts';
import { selectTasks } from './task.repository.ts';

type NoticeJob = NonNullable<(typeof noticeQueue)['data']>;

interface Letter extends NoticeText {
  readonly fid: string;
  readonly taskID: string | null;
  /** One message for one happening, however often the job runs. */
  readonly key: string;
}

/** Writes to the people of a flow what happened to it, as messages of their work session in that tenant. */
export async function postNotices(
  db: DatabaseHandle,
  { tid, flowID, at, notices }: NoticeJob,
): Promise<void> {
  const row = await selectFlow(db, { tid, flowID });
  if (!row) return;
  const tasks = new Map((await selectTasks(db, flowID)).map((task) => [task.id, task]));
  const fids = [
    row.applicant_fid,
    ...notices.flatMap((notice) => ('assigneeID' in notice ? [notice.assigneeID] : [])),
  ];
  const members = new Map(
    (await listMembers(db, { tid, fids: [...new Set(fids)] })).map((one) => [one.fid, one]),
  );
  const subject: NoticeSubject = {
    flowTitle: row.title,
    kind: kindText(row.type, row.type_name),
    applicant: members.get(row.applicant_fid)?.name ?? '',
  };
  for (const notice of notices) {
    const letter = letterOf(notice, { tasks, subject, flowID, applicantFid: row.applicant_fid });
    const reader = letter && members.get(letter.fid);
    if (!letter || reader?.state !== 'active') continue;
    const { aid } = reader;
    const { title, text, taskID } = letter;
    await postMessage(db, {
      channel: workChannel({ tid, aid }),
      type: taskID === null ? 'flow' : 'task',
      title,
      text,
      link: { kind: taskID === null ? 'flow' : 'task', tid, flowID, taskID },
      idempotencyKey: letter.key,
      createAt: at,
    });
  }
}

function letterOf(
  notice: Notice,
  facts: {
    tasks: ReadonlyMap<string, Task>;
    subject: NoticeSubject;
    flowID: string;
    applicantFid: string;
  },
): Letter | null {
  const { tasks, subject, flowID, applicantFid } = facts;
  if (notice.type === 'flow_changed') {
    const text = changedText(notice.state, subject);
    return text && { ...text, fid: applicantFid, taskID: null, key: `flow:${flowID}:${notice.state}` };
  }
  const { taskID, assigneeID: fid } = notice;
  const task = tasks.get(taskID);
  if (!task) return null;
  const opened = notice.type === 'task_opened';
  const text = opened
    ? openedText(task.step, subject)
    : closedText({ step: task.step, outcome: notice.outcome }, subject);
  return text && { ...text, fid, taskID, key: `task:${taskID}:${opened ? 'opened' : 'closed'}` };
}
