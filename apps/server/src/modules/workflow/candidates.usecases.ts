import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Member } from '../../infra/http/access.port.ts';
import { listClassifications } from '../documents/administer-classifications.usecases.ts';
import { type Colleague, listPeople } from '../tenants/people.usecases.ts';
import { selectFlowType } from './flow-type.repository.ts';
import { holdsWork } from './task.repository.ts';

/**
 * The people whom a task can be handed to, or an application can name. A list of colleagues is for those alone who have
 * somebody to choose.
 * @throws ServiceError `work.not_allowed` for whoever holds no task to hand over, in a tenant without applications that
 * name people.
 */
export async function listCandidates(
  db: DatabaseHandle,
  { tid, fid }: Pick<Member, 'tid' | 'fid'>,
  query: { keyword?: string | undefined; skip: number; limit: number },
): Promise<{ total: number; data: Colleague[] }> {
  const authorization = await selectFlowType(db, { tid, type: 'file_authorization' });
  if (!authorization?.enabled && !(await holdsWork(db, { tid, fid }))) {
    throw new ServiceError('work.not_allowed');
  }
  return listPeople(db, { ...query, tid });
}

/**
 * The classes that an application can name.
 * @throws ServiceError `work.not_allowed` in a tenant without applications that name one.
 */
export async function listClassificationChoices(
  db: DatabaseHandle,
  asked: { tid: string; skip: number; limit: number },
): Promise<{ total: number; data: { id: string; name: string; isDefault: boolean }[] }> {
  const reclassification = await selectFlowType(db, { tid: asked.tid, type: 'file_to_classification' });
  if (!reclassification?.enabled) throw new ServiceError('work.not_allowed');
  const { total, data } = await listClassifications(db, asked);
  // What each class obliges to is its administrators' business.
  return { total, data: data.map(({ id, name, isDefault }) => ({ id, name, isDefault })) };
}
