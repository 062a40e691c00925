import type { FlowVersion } from '@sealflow/contract';
import type { Task } from '@sealflow/domain/workflow';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Member } from '../../infra/http/access.port.ts';
import { mutableCopyOf, resolveDetailNames } from './details.usecases.ts';
import { contentDigest } from './digest.usecases.ts';
import { type FlowRow, selectFlowFiles, selectFlowOfParticipant } from './flow.repository.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { toFlowFiles } from './flow-response.usecases.ts';
import { selectDecidedContents, selectSubmissionTime, selectVersions } from './flow-version.repository.ts';
import { selectTasks } from './task.repository.ts';

/**
 * Every content that was submitted of an application, oldest first; the last is the current one.
 * @throws ServiceError `work.flow_not_found`, also for a flow that the person takes no part in.
 */
export async function listVersions(
  { db, clock }: Pick<WorkflowServices, 'db' | 'clock'>,
  { tid, fid }: Pick<Member, 'tid' | 'fid'>,
  flowID: string,
): Promise<FlowVersion[]> {
  const row = await selectFlowOfParticipant(db, { tid, fid, flowID, at: new Date(clock()) });
  if (!row) throw new ServiceError('work.flow_not_found');
  const decided = await selectDecidedContents(db, { tid, flowID, fid });
  return readVersions(db, { row, tasks: await selectTasks(db, flowID), decided });
}

/** As {@link listVersions}, of a flow that was read. @param decided - digests of the contents that the reader decided on. */
export async function readVersions(
  db: DatabaseHandle,
  { row, tasks, decided }: { row: FlowRow; tasks: readonly Task[]; decided: ReadonlyMap<string, Date> },
): Promise<FlowVersion[]> {
  const { tid, flow_id: flowID } = row;
  const [earlier, files, submitted] = await Promise.all([
    selectVersions(db, flowID),
    selectFlowFiles(db, flowID),
    selectSubmissionTime(db, { tid, flowID }),
  ]);
  const current = { ...row, files: toFlowFiles(files), content_sha256: contentDigest(row, files) };
  const revisions = tasks.filter(({ step, state }) => step === 'initiate' && state === 'processed');
  return Promise.all(
    [...earlier, current].map(async (content, index): Promise<FlowVersion> => {
      const revision = revisions[index - 1];
      return {
        version: index + 1,
        submitAt: revision?.processTime ?? (submitted ?? row.created_at).getTime(),
        note: revision?.note ?? null,
        title: content.title,
        description: content.description,
        details: mutableCopyOf(content.details),
        detailNames: await resolveDetailNames(db, tid, content.details),
        files: content.files,
        isDecided: decided.has(content.content_sha256),
      };
    }),
  );
}
