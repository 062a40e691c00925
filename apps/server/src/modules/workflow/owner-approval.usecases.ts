import type { Process } from '@sealflow/domain/workflow';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ownersOf } from '../documents/approved-changes.usecases.ts';

/**
 * The process that an application follows. If it concerns registered documents of other owners, their approval is the first
 * stage, whatever the type: all owners must approve. Direct completion is then disabled, because one approver would
 * otherwise decide for the organisation or for the other owners.
 */
export async function addOwnerApproval(
  db: DatabaseHandle,
  {
    tid,
    applicant,
    documentIDs,
    process,
  }: { tid: string; applicant: string; documentIDs: readonly string[]; process: Process },
): Promise<Process> {
  const owners = await ownersOf(db, { tid, documentIDs });
  const otherOwners = owners.filter((owner) => owner !== applicant);
  if (otherOwners.length === 0) return process;
  const stages = [{ rule: 'all_of', approvers: otherOwners } as const, ...process.stages];
  return { ...process, directComplete: false, stages };
}
