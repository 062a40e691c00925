import type { Flow, FlowFile, FlowInfo, ProcessStep } from '@sealflow/contract';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { type AdminFlowQuery, pageFlows } from './admin-flow.repository.ts';
import { flowAnswer, namesOf } from './answers.usecases.ts';
import { copyOf, namesInDetails } from './details.usecases.ts';
import { selectFiles, selectFlow } from './flow.repository.ts';
import { filesAnswer, processAnswer } from './flow-info.usecases.ts';
import { selectTasks } from './task.repository.ts';

/** Lists a tenant's applications. Drafts are left out because they are private to their applicants. */
export async function listAllFlows(
  db: DatabaseHandle,
  tid: string,
  query: AdminFlowQuery,
): Promise<{ total: number; data: Flow[] }> {
  const { total, rows } = await pageFlows(db, tid, query);
  const names = await namesOf(db, { tid, fids: rows.map((row) => row.applicant_fid) });
  return { total, data: rows.map((row) => flowAnswer(row, names)) };
}

/** An application as its administrators see it: with its process and its files, without a task of the caller. */
export interface WholeFlow extends Omit<FlowInfo, 'myTask'> {
  process: ProcessStep[];
  files: FlowFile[];
}

/** @throws ServiceError `work.flow_not_found`, also for a draft. */
export async function getWholeFlow(
  db: DatabaseHandle,
  { tid, flowID }: { tid: string; flowID: string },
): Promise<WholeFlow> {
  const row = await selectFlow(db, { tid, flowID });
  if (!row || row.state === 'new') throw new ServiceError('work.flow_not_found');
  const names = await namesOf(db, { tid, fids: [row.applicant_fid] });
  return {
    ...flowAnswer(row, names),
    details: copyOf(row.details),
    detailNames: await namesInDetails(db, tid, row.details),
    process: await processAnswer(db, { row, tasks: await selectTasks(db, flowID) }),
    files: filesAnswer(await selectFiles(db, flowID)),
  };
}
