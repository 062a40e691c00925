import type { FlowEffect, Task } from '@sealflow/domain/workflow';

type EffectNotice = Extract<FlowEffect, { type: 'task_opened' | 'task_closed' | 'flow_changed' }>;
interface TaskNotice {
  readonly taskID: string;
  readonly assigneeID: string;
}

export type Notice =
  | EffectNotice
  /** The applicant reminds the assignee. */
  | (TaskNotice & { readonly type: 'task_reminded' })
  /** The task is due soon. `dueAt` in milliseconds. `escalates`: the deadline gives it to another person. */
  | (TaskNotice & { readonly type: 'task_due'; readonly dueAt: number; readonly escalates?: boolean })
  /** The task passed its deadline, and the assignee of the new task gets it. For the person `fid`. */
  | (TaskNotice & { readonly type: 'task_escalated'; readonly fromFid: string; readonly fid: string })
  /** A participant commented. The text is read when the notice is posted. */
  | {
      readonly type: 'commented';
      readonly commentID: string;
      /** Who gets the notice. */
      readonly fid: string;
      readonly isMentioned: boolean;
    };

/** The notices of one event. `at`: its time, in milliseconds. */
export interface NoticeJob {
  readonly tid: string;
  readonly flowID: string;
  readonly at: number;
  /** The step of all tasks in the notices. If it is missing, each task is looked up: the steps differ, or an earlier release sent the job. */
  readonly step?: Task['step'];
  readonly notices: readonly Notice[];
}
