import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Member } from '../../infra/http/access.port.ts';
import { listClassifications } from '../documents/administer-classifications.usecases.ts';
import { type Colleague, listPeople } from '../tenants/people.usecases.ts';
import { selectDeputised } from './absence.repository.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { selectFlowType } from './flow-type.repository.ts';
import { hasTransferableTask } from './task.repository.ts';

/**
 * Lists the people to whom a task can be transferred, or whom an application can name. Only callers who have such a
 * choice to make may list their colleagues.
 * @throws ServiceError `work.not_allowed` for a caller without a transferable task, own or of an absent person, in a tenant without applications
 * that name people.
 */
export async function listCandidates(
  { db, clock }: Pick<WorkflowServices, 'db' | 'clock'>,
  { tid, fid }: Pick<Member, 'tid' | 'fid'>,
  query: { keyword?: string | undefined; skip: number; limit: number },
): Promise<{ total: number; data: Colleague[] }> {
  const authorization = await selectFlowType(db, { tid, type: 'file_authorization' });
  const hasTask = async () =>
    (await hasTransferableTask(db, { tid, fid })) ||
    (await selectDeputised(db, { tid, fid, at: new Date(clock()) })).length > 0;
  if (!authorization?.enabled && !(await hasTask())) {
    throw new ServiceError('work.not_allowed');
  }
  return listPeople(db, { ...query, tid });
}

/**
 * Lists the classifications that an application can name.
 * @throws ServiceError `work.not_allowed` in a tenant without applications that name a classification.
 */
export async function listClassificationChoices(
  db: DatabaseHandle,
  query: { tid: string; skip: number; limit: number },
): Promise<{ total: number; data: { id: string; name: string; isDefault: boolean }[] }> {
  const reclassification = await selectFlowType(db, { tid: query.tid, type: 'file_to_classification' });
  if (!reclassification?.enabled) throw new ServiceError('work.not_allowed');
  const { total, data } = await listClassifications(db, query);
  // The obligations of a classification are visible to administrators only.
  return { total, data: data.map(({ id, name, isDefault }) => ({ id, name, isDefault })) };
}
