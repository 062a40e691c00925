import type { Process } from '@sealflow/domain/workflow';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ownersOf } from '../documents/approved-changes.usecases.ts';
import { documentIDsIn } from '../files/files.usecases.ts';
import type { FlowFileRow, FlowRow } from './flow.repository.ts';

/**
 * The process that an application follows. If it concerns documents of other owners, their approval is the first
 * stage, whatever the type: all owners must approve. Direct completion is then disabled, because one approver would
 * otherwise decide for the organisation or for the other owners.
 */
export async function withOwnerApproval(
  db: DatabaseHandle,
  { tid, applicant_fid: applicant, process }: Pick<FlowRow, 'tid' | 'applicant_fid' | 'process'>,
  files: readonly FlowFileRow[],
): Promise<Process> {
  const documentIDs = await documentIDsIn(db, { tid, uris: files.map(({ uri }) => uri) });
  const owners = await ownersOf(db, { tid, documentIDs });
  const otherOwners = owners.filter((owner) => owner !== applicant);
  if (otherOwners.length === 0) return process;
  const stages = [{ rule: 'all_of', approvers: otherOwners } as const, ...process.stages];
  return { ...process, directComplete: false, stages };
}
