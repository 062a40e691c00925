import { randomUUID } from 'node:crypto';
import { applicationTypes } from '@sealflow/domain/workflow';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountSession, Member } from '../../infra/http/access.port.ts';
import { declareQueue } from '../../infra/jobs/jobs.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { requireReadable } from '../files/files.usecases.ts';
import { deleteIfOrphaned } from '../files/orphaned-objects.usecases.ts';
import { getFlow } from '../workflow/flow-info.usecases.ts';
import { type FlowToProcess, findFlowForProcessing } from '../workflow/processing-flow.usecases.ts';
import { downloadLifetimeMs, endDownload, expiryQueue } from './download-expiry.usecases.ts';
import {
  type DownloadRow,
  insertDownload,
  lockActiveDownload,
  selectDownload,
} from './downloads.repository.ts';
import { unwrapPassphrase } from './passphrase.util.ts';
import type { ProcessingServices } from './processing.types.ts';

/** Jobs that create packages. */
export const downloadQueue = declareQueue<{ downloadID: string }>('processing.downloads');

export interface Requester {
  readonly session: Pick<AccountSession, 'aid' | 'sid' | 'jti' | 'device'>;
  readonly member: Member;
}

/**
 * Requests a package of a flow's files for the caller: the applicant, or a participant who may read them. An active
 * package with the same content is reused.
 * @throws ServiceError `work.flow_not_found`, `work.flow_state_error`, `file.no_file_found`,
 * `file.file_does_not_exist`.
 */
export async function requestDownload(
  services: ProcessingServices,
  requester: Requester,
  flowID: string,
): Promise<{ downloadID: string }> {
  const { tid, fid } = requester.member;
  const { db } = services;
  await getFlow(services, { tid, fid }, flowID);
  const flow = await findFlowForProcessing(db, { tid, flowID });
  if (!flow) throw new ServiceError('work.flow_not_found');
  // A draft may be deleted at any moment, and its applicant has the files.
  if (flow.state === 'new') throw new ServiceError('work.flow_state_error');
  if (flow.files.length === 0) throw new ServiceError('file.no_file_found');
  for (const { uri } of flow.files) await requireReadable(db, { tid, fid }, uri);
  const { downloadID, orphanKey } = await inTransaction(db, (transaction) =>
    findOrCreateDownload(services, transaction, { flow, requester }),
  );
  if (orphanKey) await deleteIfOrphaned(services, orphanKey);
  return { downloadID };
}

async function findOrCreateDownload(
  services: ProcessingServices,
  transaction: DatabaseTransaction,
  { flow, requester }: { flow: FlowToProcess; requester: Requester },
): Promise<{ downloadID: string; orphanKey: string | null }> {
  const { flowID, tid, files } = flow;
  const { member, session } = requester;
  const { fid } = member;
  const at = services.clock();
  const contents = deliveredContent(flow, fid);
  const active = await lockActiveDownload(transaction, { flowID, fid });
  if (active && isReusable(active, contents, at)) return { downloadID: active.download_id, orphanKey: null };
  const orphanKey = active ? await endDownload(transaction, active, 'expired') : null;
  const downloadID = randomUUID();
  const expire_at = new Date(at + downloadLifetimeMs);
  const inserted = await insertDownload(transaction, {
    download_id: downloadID,
    tid,
    flow_id: flowID,
    aid: session.aid,
    fid,
    ...contents,
    state: 'preparing',
    bytes_total: files.reduce((sum, { size }) => sum + size, 0),
    created_at: new Date(at),
    expire_at,
  });
  if (!inserted) {
    // Of two concurrent requests, the second returns the package of the first.
    const concurrent = await lockActiveDownload(transaction, { flowID, fid });
    if (!concurrent) throw new Error('package was deleted concurrently');
    return { downloadID: concurrent.download_id, orphanKey };
  }
  await services.outbox.send(transaction, downloadQueue, [{ data: { downloadID } }]);
  await services.outbox.send(transaction, expiryQueue, [{ data: { downloadID }, after: expire_at }]);
  const actor = { kind: 'member', tid, session, member } as const;
  await recordAct(
    { handle: transaction, actor, at: new Date(at) },
    { act: 'download.requested', subject: flowID },
  );
  return { downloadID, orphanKey };
}

/**
 * What a person receives of a flow. Plaintext is for the applicant only, after approval and processing, and only for
 * types that release it; everyone else receives sealed files.
 */
export function deliveredContent(
  { type, state, applicantFid }: Pick<FlowToProcess, 'type' | 'state' | 'applicantFid'>,
  fid: string,
): Pick<DownloadRow, 'content' | 'delivers'> {
  const delivers = fid === applicantFid && (state === 'processed' || state === 'finished');
  const isPlain = delivers && applicationTypes[type].releasesPlaintext;
  return { content: isPlain ? (type === 'file_out' ? 'out' : 'plain') : 'sealed', delivers };
}

function isReusable(
  row: DownloadRow,
  { content, delivers }: Pick<DownloadRow, 'content' | 'delivers'>,
  now: number,
): boolean {
  return row.content === content && row.delivers === delivers && row.expire_at.getTime() > now;
}

/**
 * @throws ServiceError `file.file_does_not_exist`, also for a package that belongs to another person or has expired.
 */
export async function requireDownload(
  { db, clock }: Pick<ProcessingServices, 'db' | 'clock'>,
  downloadID: string,
  isAllowed: (row: DownloadRow) => boolean,
): Promise<DownloadRow> {
  const row = await selectDownload(db, downloadID);
  const isActive =
    row && row.state !== 'received' && row.state !== 'expired' && row.expire_at.getTime() > clock();
  if (!row || !isActive || !isAllowed(row)) throw new ServiceError('file.file_does_not_exist');
  return row;
}

export interface PreparedDownload {
  state: 'preparing' | 'ready' | 'failed';
  uri: string | null;
  size: number | null;
  sha256: string | null;
  name: string | null;
  mimeType: string | null;
  progress: { done: number; total: number };
  passphrase: string | null;
  reason: string | null;
  expireAt: number;
}

/**
 * The status of a package for the person who requested it.
 * @throws ServiceError `file.file_does_not_exist`.
 */
export async function getDownloadStatus(
  services: Pick<ProcessingServices, 'db' | 'clock' | 'masterKey'>,
  { tid, fid }: { tid: string; fid: string },
  downloadID: string,
): Promise<PreparedDownload> {
  const row = await requireDownload(services, downloadID, (one) => one.tid === tid && one.fid === fid);
  const { wrapped_passphrase: wrapped } = row;
  const isReady = row.state === 'ready';
  return {
    state: isReady ? 'ready' : row.state === 'failed' ? 'failed' : 'preparing',
    uri: isReady ? `/api/v1/tenants/${row.tid}/download-files/${downloadID}` : null,
    size: row.size,
    sha256: row.sha256,
    name: row.name,
    mimeType: row.mime_type,
    progress: { done: isReady ? row.bytes_total : row.bytes_done, total: row.bytes_total },
    passphrase: isReady && wrapped ? unwrapPassphrase(services.masterKey, downloadID, wrapped) : null,
    reason: row.reason,
    expireAt: row.expire_at.getTime(),
  };
}
