import { entityTagFields } from '@sealflow/contract/schemas';
import { rights } from '@sealflow/domain/roles';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { assertUnchanged } from '../../infra/http/entity-tag.util.ts';
import { transferDocuments } from '../documents/administer-documents.usecases.ts';
import { lockMember } from '../tenants/administer-members.usecases.ts';
import { requireAdministeredMember } from '../tenants/administered-members.usecases.ts';
import { assertAuthority, authorityOf } from '../tenants/authority.usecases.ts';
import { handOverTasks, lockFlowsAwaiting } from '../workflow/reassign.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { act } from './audited-action.usecases.ts';
import { type MemberView, requireMemberView } from './member-view.usecases.ts';
import { applyChange } from './members.usecases.ts';

interface MemberEnd {
  fid: string;
  /** The member who receives the documents; null: they stay with the former member. */
  successor: string | null;
  /** Whether the successor receives the open tasks too. */
  handOverTasks: boolean;
  /** The note that a task with a new assignee shows. */
  reason: string;
  ifMatch: string | undefined;
}

export interface Handover {
  documents: number;
  tasks: number;
  /** Open tasks that the successor cannot get, for example of their own applications. */
  tasksLeft: number;
}

/**
 * Ends a membership and gives its documents and open tasks to a successor, in one transaction.
 * @returns the member, and the numbers of what changed hands.
 * @throws ServiceError `login.user_not_found`, `admin.…`.
 */
export function endMember(
  services: AdminServices,
  actor: Actor,
  { fid, successor, handOverTasks: handsOverTasks, reason, ifMatch }: MemberEnd,
): Promise<MemberView & Handover> {
  const { tid } = actor;
  const key = { tid, fid };
  return act(services, actor, async (context) => {
    const { transaction, at, record } = context;
    const flowIDs = successor !== null && handsOverTasks ? await lockFlowsAwaiting(transaction, key) : [];
    await lockMember(transaction, key);
    await assertUnchanged(ifMatch, entityTagFields.member, () =>
      requireMemberView(services, transaction, key),
    );
    await requireAdministeredMember(transaction, key);
    let handover: Handover = { documents: 0, tasks: 0, tasksLeft: 0 };
    if (successor !== null) {
      assertAuthority(authorityOf(actor), [rights.systemManagement]);
      await assertSuccessor(transaction, { tid, fid, successor });
      const by = actor.kind === 'member' ? actor.member.fid : actor.operatorID;
      const documents = await transferDocuments(transaction, { tid, from: fid, to: successor, by, at });
      await record({ act: 'member.documents_transferred', subject: fid });
      const tasks = { actor, flowIDs, from: fid, to: successor, reason };
      handover = { documents, ...(await handOverTasks(transaction, services, tasks)) };
    }
    const authority = authorityOf(actor);
    await applyChange(services, context, { tid, fid, change: { state: 'ended' }, authority });
    return { ...(await requireMemberView(services, transaction, key)), ...handover };
  });
}

/** @throws ServiceError `login.user_not_found`, `admin.successor_not_active`. */
async function assertSuccessor(
  transaction: DatabaseTransaction,
  { tid, fid, successor }: { tid: string; fid: string; successor: string },
): Promise<void> {
  const { state } = await requireAdministeredMember(transaction, { tid, fid: successor });
  if (successor === fid || state !== 'active') throw new ServiceError('admin.successor_not_active');
}
