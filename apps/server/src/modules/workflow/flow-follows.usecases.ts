import type { Answer } from '@sealflow/contract';
import { inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Member } from '../../infra/http/access.port.ts';
import { selectFlowOfParticipant } from './flow.repository.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { countFollows, deleteFollow, insertFollow, selectFollowedFlows } from './flow-follows.repository.ts';
import { namesOf, toFlow } from './flow-response.usecases.ts';

type Person = Pick<Member, 'tid' | 'fid'>;

/**
 * Makes a participant a follower of an application. Followers get a notice of each new state, as its applicant does.
 * @throws ServiceError `work.flow_not_found`.
 */
export function followFlow(
  { db, clock }: Pick<WorkflowServices, 'db' | 'clock'>,
  { tid, fid }: Person,
  flowID: string,
): Promise<void> {
  const at = new Date(clock());
  return inTransaction(db, async (transaction) => {
    const flow = await selectFlowOfParticipant(transaction, { tid, fid, flowID, at });
    if (!flow || flow.state === 'new') throw new ServiceError('work.flow_not_found');
    await insertFollow(transaction, { tid, fid, flowID, at });
  });
}

/**
 * Ends following an application; also one that a participant does not follow.
 * @throws ServiceError `work.flow_not_found`.
 */
export async function unfollowFlow(
  { db }: Pick<WorkflowServices, 'db'>,
  { tid, fid }: Person,
  flowID: string,
): Promise<void> {
  if (await deleteFollow(db, { tid, fid, flowID })) return;
  if (!(await selectFlowOfParticipant(db, { tid, fid, flowID })))
    throw new ServiceError('work.flow_not_found');
}

/** The applications that a person follows, the last followed first. */
export async function listFollowedFlows(
  { db, clock }: Pick<WorkflowServices, 'db' | 'clock'>,
  { tid, fid }: Person,
  page: { skip: number; limit: number },
): Promise<Answer<'GET /api/v1/tenants/{tid}/user-followed-flows'>> {
  const follower = { tid, fid, at: new Date(clock()) };
  const total = await countFollows(db, follower);
  const rows = page.limit === 0 ? [] : await selectFollowedFlows(db, follower, page);
  const names = await namesOf(db, { tid, fids: rows.map((row) => row.applicant_fid) });
  return { total, data: rows.map((row) => toFlow(row, names)) };
}
