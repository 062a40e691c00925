import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Member } from '../../infra/http/access.port.ts';
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
