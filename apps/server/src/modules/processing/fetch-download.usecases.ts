import { Readable } from 'node:stream';
import { inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../infra/http/access.port.ts';
import { chunksOf, objectSource } from '../../infra/objects/object-source.adapter.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { dropObject } from '../files/loose-objects.usecases.ts';
import { receiveResult } from '../workflow/processing-flow.usecases.ts';
import { endDownload } from './download-expiry.usecases.ts';
import { type DownloadRow, noteFirstFetch, selectDownload } from './downloads.repository.ts';
import { requireDownload } from './downloads.usecases.ts';
import { openPackage } from './package-key.adapter.ts';
import { releasedFlow } from './prepare-download.usecases.ts';
import { ProcessingFailure } from './processing.errors.ts';
import type { ProcessingServices } from './processing.port.ts';

type Services = Pick<ProcessingServices, 'db' | 'clock' | 'objects' | 'masterKey' | 'outbox'>;

/** Bytes that are decrypted at once. A slow receiver keeps two such windows in memory. */
const window = 1024 * 1024;

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

export interface AskedDownload {
  readonly session: AccountSession;
  readonly downloadID: string;
  /** Restricts the request to this tenant; without it the id alone identifies the package. */
  readonly tid?: string;
}

const isOf =
  ({ session, tid }: AskedDownload) =>
  (row: DownloadRow): boolean =>
    row.aid === session.aid && (tid === undefined || row.tid === tid);

/**
 * Opens a package for the person who requested it, if it has not expired and its content may still be released.
 * @throws ServiceError `file.file_does_not_exist`.
 */
export async function openDownload(services: Services, asked: AskedDownload): Promise<ReadyPackage> {
  const { downloadID } = asked;
  const row = await requireDownload(services, downloadID, isOf(asked));
  await demandReleased(services, row);
  const { object_key: objectKey, object_size: objectSize, size, wrapped_key: wrappedKey } = row;
  if (objectKey === null || objectSize === null || size === null || wrappedKey === null) throw missing();
  return {
    name: row.name ?? '',
    size,
    mimeType: row.mime_type ?? '',
    sha256: row.sha256 ?? '',
    createAt: row.created_at.getTime(),
    objectKey,
    read: async (key, range) => {
      const source = objectSource(services.objects, { key, size: objectSize });
      const content = await openPackage(services.masterKey, { downloadID, wrappedKey, size, source });
      return Readable.from(chunksOf(content, range, window), { highWaterMark: 1 });
    },
  };
}

/** Records the first fetch of a package. */
export async function noteFetch(
  { db, clock }: Services,
  { session, downloadID }: AskedDownload,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const at = new Date(clock());
    if (!(await noteFirstFetch(transaction, { downloadID, at }))) return;
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
export async function receiveDownload(services: Services, asked: AskedDownload): Promise<void> {
  const { session, downloadID } = asked;
  const known = await selectDownload(services.db, downloadID);
  // A repeated confirmation, sent because the first response was lost.
  if (known?.state === 'received' && isOf(asked)(known)) return;
  const row = await requireDownload(services, downloadID, isOf(asked));
  if (row.state !== 'ready') throw missing();
  const key = await inTransaction(services.db, async (transaction) => {
    if (row.delivers) await finishTask({ ...services, db: transaction }, { row, session });
    const object = await endDownload(transaction, row, 'received');
    if (object) {
      await recordAct(
        { handle: transaction, actor: actorOf(row, session), at: new Date(services.clock()) },
        { act: 'download.received', subject: row.flow_id, sha256: row.sha256 },
      );
    }
    return object;
  });
  if (key) await dropObject(services, key);
}

/** Recorded as an action of the person, who has received the result. */
async function finishTask(
  { db, clock, outbox }: Services,
  { row: { tid, fid, flow_id: flowID }, session }: { row: DownloadRow; session: AccountSession },
): Promise<void> {
  await receiveResult({ db, clock, outbox }, { session, member: { tid, fid } }, flowID);
}

async function demandReleased({ db }: Services, row: DownloadRow): Promise<void> {
  try {
    await releasedFlow(db, row);
  } catch (error) {
    if (error instanceof ProcessingFailure) throw missing();
    throw error;
  }
}

const actorOf = ({ tid, aid, fid }: DownloadRow, { device }: AccountSession) =>
  ({ kind: 'account', tid, aid, fid, deviceID: device?.id ?? null }) as const;

const missing = () => new ServiceError('file.file_does_not_exist');
