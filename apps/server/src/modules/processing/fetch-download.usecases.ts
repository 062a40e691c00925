import { Readable } from 'node:stream';
import { inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../infra/http/access.port.ts';
import { createObjectSource, readChunks } from '../../infra/objects/object-source.adapter.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { deleteIfOrphaned } from '../files/orphaned-objects.usecases.ts';
import { confirmReceipt } from '../workflow/processing-flow.usecases.ts';
import { endDownload } from './download-expiry.usecases.ts';
import { type DownloadRow, recordFirstFetch, selectDownload } from './downloads.repository.ts';
import { requireDownload } from './downloads.usecases.ts';
import { openPackage } from './package-key.util.ts';
import { requireReleasedFlow } from './prepare-download.usecases.ts';
import { ProcessingFailure } from './processing.errors.ts';
import type { ProcessingServices } from './processing.types.ts';

type Services = Pick<ProcessingServices, 'db' | 'clock' | 'objects' | 'masterKey' | 'outbox'>;

/** Bytes that are decrypted at once. A slow receiver keeps two such windows in memory. */
const windowBytes = 1024 * 1024;

export interface ReadyPackage {
  readonly name: string;
  readonly size: number;
  readonly mimeType: string;
  readonly sha256: string;
  /** Milliseconds since 1970. */
  readonly createAt: number;
  readonly objectKey: string;
  /** Reads the decrypted content; takes the same object key. */
  readonly read: ObjectStore['read'];
}

export interface DownloadRequest {
  readonly session: AccountSession;
  readonly downloadID: string;
  /** Restricts the request to this tenant; without it the id alone identifies the package. */
  readonly tid?: string;
}

const isRequestedBy =
  ({ session, tid }: DownloadRequest) =>
  (row: DownloadRow): boolean =>
    row.aid === session.aid && (tid === undefined || row.tid === tid);

/**
 * Opens a package for the person who requested it, if it has not expired and its content may still be released.
 * @throws ServiceError `file.file_does_not_exist`.
 */
export async function openDownload(services: Services, request: DownloadRequest): Promise<ReadyPackage> {
  const { downloadID } = request;
  const row = await requireDownload(services, downloadID, isRequestedBy(request));
  await assertReleased(services, row);
  const { object_key: objectKey, object_size: objectSize, size, wrapped_key: wrappedKey } = row;
  if (objectKey === null || objectSize === null || size === null || wrappedKey === null)
    throw downloadNotFound();
  return {
    name: row.name ?? '',
    size,
    mimeType: row.mime_type ?? '',
    sha256: row.sha256 ?? '',
    createAt: row.created_at.getTime(),
    objectKey,
    read: async (key, range) => {
      const source = createObjectSource(services.objects, { key, size: objectSize });
      const content = await openPackage(services.masterKey, { downloadID, wrappedKey, size, source });
      return Readable.from(readChunks(content, range, windowBytes), { highWaterMark: 1 });
    },
  };
}

/** Records the first fetch of a package. */
export async function recordFetch(
  { db, clock }: Services,
  { session, downloadID }: DownloadRequest,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const at = new Date(clock());
    if (!(await recordFirstFetch(transaction, { downloadID, at }))) return;
    const row = await selectDownload(transaction, downloadID);
    if (!row) return;
    await recordAct(
      { handle: transaction, actor: actorOf(row, session), at },
      { act: 'download.fetched', subject: row.flow_id, sha256: row.sha256 },
    );
  });
}

/**
 * Confirms that a package was received: it is deleted, and if it delivered the result of the application, the
 * download task is completed.
 * @throws ServiceError `file.file_does_not_exist`.
 */
export async function confirmDownload(services: Services, request: DownloadRequest): Promise<void> {
  const { session, downloadID } = request;
  const existing = await selectDownload(services.db, downloadID);
  // A repeated confirmation, sent because the first response was lost.
  if (existing?.state === 'received' && isRequestedBy(request)(existing)) return;
  const row = await requireDownload(services, downloadID, isRequestedBy(request));
  if (row.state !== 'ready') throw downloadNotFound();
  const key = await inTransaction(services.db, async (transaction) => {
    if (row.delivers) await completeDownloadTask({ ...services, db: transaction }, { row, session });
    const object = await endDownload(transaction, row, 'received');
    if (object) {
      await recordAct(
        { handle: transaction, actor: actorOf(row, session), at: new Date(services.clock()) },
        { act: 'download.received', subject: row.flow_id, sha256: row.sha256 },
      );
    }
    return object;
  });
  if (key) await deleteIfOrphaned(services, key);
}

/** Recorded as an action of the person, who has received the result. */
async function completeDownloadTask(
  { db, clock, outbox }: Services,
  { row: { tid, fid, flow_id: flowID }, session }: { row: DownloadRow; session: AccountSession },
): Promise<void> {
  await confirmReceipt({ db, clock, outbox }, { session, member: { tid, fid } }, flowID);
}

async function assertReleased({ db }: Services, row: DownloadRow): Promise<void> {
  try {
    await requireReleasedFlow(db, row);
  } catch (error) {
    if (error instanceof ProcessingFailure) throw downloadNotFound();
    throw error;
  }
}

const actorOf = ({ tid, aid, fid }: DownloadRow, { device }: AccountSession) =>
  ({ kind: 'account', tid, aid, fid, deviceID: device?.id ?? null }) as const;

const downloadNotFound = () => new ServiceError('file.file_does_not_exist');
