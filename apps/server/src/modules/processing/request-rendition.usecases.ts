import type { Answer } from '@sealflow/contract';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountSession, Member } from '../../infra/http/access.port.ts';
import { declareQueue } from '../../infra/jobs/jobs.port.ts';
import { requireReadable } from '../files/files.usecases.ts';
import { requireTenant } from '../tenants/tenants.usecases.ts';
import type { ProcessingServices } from './processing.types.ts';
import { beginRendition, deleteRenditionsOf, selectRendition } from './renditions.repository.ts';

type Rendition = Answer<'POST /api/v1/tenants/{tid}/files/{uri}/actions/render'>['data'];

/** The person asked for the rendition, and their rights open the original. */
export interface RenditionJob {
  readonly tid: string;
  readonly uri: string;
  readonly aid: string;
  readonly fid: string;
}

export const renditionQueue = declareQueue<RenditionJob>('processing.renditions');

/** The reason of a failure may have gone: a grant was added, or the machine was busy. */
const retryAfterMs = 60_000;
/** Longer than all attempts of a job. */
const givenUpAfterMs = 30 * 60_000;

/**
 * Asks for the rendition of a file that this person may read. A repeated request tells the state.
 * @throws ServiceError `file.renditions_off`, `file.file_does_not_exist`.
 */
export async function requestRendition(
  { db, clock, outbox }: Pick<ProcessingServices, 'db' | 'clock' | 'outbox'>,
  { session, member }: { session: AccountSession; member: Member },
  uri: string,
): Promise<Rendition> {
  const { tid, fid } = member;
  if (!(await requireTenant(db, tid)).renditions) throw new ServiceError('file.renditions_off');
  await requireReadable(db, { tid, fid }, uri);
  const now = clock();
  await inTransaction(db, async (transaction) => {
    const isBegun = await beginRendition(
      transaction,
      { tid, uri },
      {
        at: new Date(now),
        failedBefore: new Date(now - retryAfterMs),
        begunBefore: new Date(now - givenUpAfterMs),
      },
    );
    if (!isBegun) return;
    await outbox.send(transaction, renditionQueue, [{ data: { tid, uri, aid: session.aid, fid } }]);
  });
  const row = await selectRendition(db, { tid, uri });
  if (!row) throw new ServiceError('file.file_does_not_exist');
  return { state: row.state, uri: row.rendition_uri, reason: row.reason };
}

/** Deletes the renditions of a tenant that no longer wants them. Jobs that run then store nothing. */
export function deleteRenditions(transaction: DatabaseTransaction, tid: string): Promise<void> {
  return deleteRenditionsOf(transaction, tid);
}
