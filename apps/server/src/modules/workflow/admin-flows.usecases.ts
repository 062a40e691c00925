import type { Flow, FlowFile, FlowInfo, ProcessStep } from '@sealflow/contract';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { type AdminFlowQuery, pageFlows } from './admin-flow.repository.ts';
import { mutableCopyOf, resolveDetailNames } from './details.usecases.ts';
import { selectFlow, selectFlowFiles } from './flow.repository.ts';
import { toFlowFiles, toProcess } from './flow-info.usecases.ts';
import { namesOf, toFlow } from './flow-response.usecases.ts';
import { selectTasks } from './task.repository.ts';

/** Lists a tenant's applications. Drafts are left out because they are private to their applicants. */
export async function listAllFlows(
  db: DatabaseHandle,
  tid: string,
  query: AdminFlowQuery,
): Promise<{ total: number; data: Flow[] }> {
  const { total, rows } = await pageFlows(db, tid, query);
  const names = await namesOf(db, { tid, fids: rows.map((row) => row.applicant_fid) });
  return { total, data: rows.map((row) => toFlow(row, names)) };
}

/** An application as its administrators see it: with its process and its files, without a task of the caller. */
export interface AdminFlowInfo extends Omit<FlowInfo, 'myTask'> {
  process: ProcessStep[];
  files: FlowFile[];
}

/** @throws ServiceError `work.flow_not_found`, also for a draft. */
export async function getFlowAsAdministrator(
  db: DatabaseHandle,
  { tid, flowID }: { tid: string; flowID: string },
): Promise<AdminFlowInfo> {
  const row = await selectFlow(db, { tid, flowID });
  if (!row || row.state === 'new') throw new ServiceError('work.flow_not_found');
  const names = await namesOf(db, { tid, fids: [row.applicant_fid] });
  return {
    ...toFlow(row, names),
    details: mutableCopyOf(row.details),
    detailNames: await resolveDetailNames(db, tid, row.details),
    process: await toProcess(db, { row, tasks: await selectTasks(db, flowID) }),
    files: toFlowFiles(await selectFlowFiles(db, flowID)),
  };
}
