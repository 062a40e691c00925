import type { Process } from '@sealflow/domain/workflow';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ownersOf } from '../documents/approved-changes.usecases.ts';
import { documentsIn } from '../files/files.usecases.ts';
import type { FlowFileRow, FlowRow } from './flow.repository.ts';

/**
 * The process of an application as it is under way. Whoever applies for anything with documents of others needs their owners first,
 * whatever its type, and then whoever decides by the process of that type: all of the owners have to agree. Nobody then
 * completes it in the place of the rest: an owner would answer for the organisation, or for the other owners.
 */
export async function processOf(
  db: DatabaseHandle,
  { tid, applicant_fid: applicant, process }: Pick<FlowRow, 'tid' | 'applicant_fid' | 'process'>,
  files: readonly FlowFileRow[],
): Promise<Process> {
  const documentIDs = await documentsIn(db, { tid, uris: files.map(({ uri }) => uri) });
  const owners = await ownersOf(db, { tid, documentIDs });
  const others = owners.filter((owner) => owner !== applicant);
  if (others.length === 0) return process;
  const stages = [{ rule: 'all_of', approvers: others } as const, ...process.stages];
  return { ...process, directComplete: false, stages };
}
