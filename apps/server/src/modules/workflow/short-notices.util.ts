import type { Task, TaskOutcome } from '@sealflow/domain/workflow';
import type { ShortForm } from '../../infra/jobs/jobs.port.ts';
import type { Notice, NoticeJob } from './notice.types.ts';

type TaskNotice = Extract<Notice, { type: 'task_opened' | 'task_closed' }>;
type OtherNotice = Exclude<Notice, TaskNotice>;

/**
 * Tasks that were opened, or closed with the same outcome, and their assignees. Every id is an element of its own, which the erasure
 * of a member replaces.
 */
type TaskList = [event: 'open' | TaskOutcome, ...ids: string[]];

/** `tid` keeps its name, by which the jobs of an organisation are found. */
interface ShortJob {
  readonly tid: string;
  readonly f: string;
  readonly a: number;
  readonly s?: Task['step'];
  readonly n: readonly (TaskList | OtherNotice)[];
}

/** The form of notices in the table of waiting jobs: names of fields would be most of each row. */
export const shortNotices: ShortForm<NoticeJob> = {
  shorten: ({ tid, flowID, at, step, notices }): ShortJob => ({
    tid,
    f: flowID,
    a: at,
    ...(step && { s: step }),
    n: shorten(notices),
  }),
  restore: (stored) => {
    const job = stored as ShortJob | NoticeJob;
    if ('notices' in job) return job;
    const { tid, f: flowID, a: at, s: step, n } = job;
    return { tid, flowID, at, ...(step && { step }), notices: n.flatMap(restore) };
  },
};

/** Keeps the order: a person may get several of the notices. */
function shorten(notices: readonly Notice[]): (TaskList | OtherNotice)[] {
  const short: (TaskList | OtherNotice)[] = [];
  for (const notice of notices) {
    if (notice.type !== 'task_opened' && notice.type !== 'task_closed') {
      short.push(notice);
      continue;
    }
    const event = notice.type === 'task_opened' ? 'open' : notice.outcome;
    const last = short.at(-1);
    if (Array.isArray(last) && last[0] === event) last.push(notice.taskID, notice.assigneeID);
    else short.push([event, notice.taskID, notice.assigneeID]);
  }
  return short;
}

function restore(short: TaskList | OtherNotice): Notice[] {
  if (!Array.isArray(short)) return [short];
  const [event, ...ids] = short;
  return Array.from({ length: ids.length / 2 }, (_, index): TaskNotice => {
    const [taskID = '', assigneeID = ''] = ids.slice(2 * index);
    return event === 'open'
      ? { type: 'task_opened', taskID, assigneeID }
      : { type: 'task_closed', taskID, assigneeID, outcome: event };
  });
}
