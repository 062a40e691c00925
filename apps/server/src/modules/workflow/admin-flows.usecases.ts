import type { Flow, FlowFile, FlowInfo, FlowVersion, ProcessStep } from '@sealflow/contract';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import {
  type AdminFlowQuery,
  hasFailedMail,
  pageFlows,
  selectWaitingTasks,
} from './admin-flow.repository.ts';
import { mutableCopyOf, resolveDetailNames } from './details.usecases.ts';
import { selectFlow, selectFlowFiles } from './flow.repository.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { toProcess } from './flow-info.usecases.ts';
import { namesOf, toFlow, toFlowFiles, toPerson } from './flow-response.usecases.ts';
import { findReturningTask, toReturnFacts } from './flow-returns.usecases.ts';
import { selectTasks } from './task.repository.ts';
import { readVersions } from './versions.usecases.ts';

/** An application in the list of administrators: with the people for whom it waits. */
export interface AdminFlow extends Flow {
  /** When the oldest open task was assigned; null if the application waits for nobody. */
  waitingSince: number | null;
  waitingFor: { fid: string; name: string }[];
}

/** Lists a tenant's applications. Drafts are left out because they are private to their applicants. */
export async function listAllFlows(
  { db, clock }: Pick<WorkflowServices, 'db' | 'clock'>,
  tid: string,
  {
    waitingLongerThan,
    problem,
    ...query
  }: Omit<AdminFlowQuery, 'problem'> & {
    waitingLongerThan?: number | undefined;
    problem?: 'overdue' | 'mail_failed' | undefined;
  },
): Promise<{ total: number; data: AdminFlow[] }> {
  const since = waitingLongerThan === undefined ? undefined : new Date(clock() - waitingLongerThan);
  const { total, rows } = await pageFlows(db, tid, {
    ...query,
    waitingSince: since,
    problem: problem && { kind: problem, at: new Date(clock()) },
  });
  const tasks = await selectWaitingTasks(db, { tid, flowIDs: rows.map((row) => row.flow_id) });
  const fids = [...rows.map((row) => row.applicant_fid), ...tasks.map((task) => task.assignee_fid)];
  const names = await namesOf(db, { tid, fids });
  const tasksByFlow = Map.groupBy(tasks, (task) => task.flow_id);
  const data = rows.map((row): AdminFlow => {
    const waiting = tasksByFlow.get(row.flow_id) ?? [];
    const waitingFor = waiting.flatMap(({ assignee_fid: fid }) =>
      fid === null ? [] : [toPerson(fid, names)],
    );
    const waitingSince = waiting[0]?.created_at.getTime() ?? null;
    return Object.assign(toFlow(row, names), { waitingSince, waitingFor });
  });
  return { total, data };
}

/** An application as its administrators see it: with its process and its files, without a task of the caller. */
export interface AdminFlowInfo extends Omit<FlowInfo, 'myTask'> {
  process: ProcessStep[];
  files: FlowFile[];
  /** Every submitted content, oldest first. */
  versions: FlowVersion[];
  /** Whether the processing or the mail failed, so that an administrator can try it again. */
  canTryAgain: boolean;
}

/** @throws ServiceError `work.flow_not_found`, also for a draft. */
export async function getFlowAsAdministrator(
  db: DatabaseHandle,
  { tid, flowID }: { tid: string; flowID: string },
): Promise<AdminFlowInfo> {
  const row = await selectFlow(db, { tid, flowID });
  if (!row || row.state === 'new') throw new ServiceError('work.flow_not_found');
  const tasks = await selectTasks(db, flowID);
  const returning = findReturningTask(tasks);
  const fids = [row.applicant_fid, returning?.assigneeID ?? null, returning?.decidedBy ?? null];
  const names = await namesOf(db, { tid, fids });
  return {
    ...toFlow(row, names),
    ...toReturnFacts({ row, tasks }, names),
    versions: await readVersions(db, { row, tasks, decided: new Map() }),
    details: mutableCopyOf(row.details),
    detailNames: await resolveDetailNames(db, tid, row.details),
    process: await toProcess(db, { row, tasks }),
    files: toFlowFiles(await selectFlowFiles(db, flowID)),
    canTryAgain:
      (row.state === 'not_processed' && row.process.fileProcess?.by === 'service') ||
      (row.state === 'processed' && (await hasFailedMail(db, { tid, flowID }))),
  };
}
