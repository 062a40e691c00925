import type { PreparedDownload } from '@sealflow/contract';
import { type ErrorCode, isErrorCode } from '@sealflow/domain/errors';
import { ApiError } from '../api/index.ts';
import { type FlowDownload, flowDownloadsOf, passphraseKey } from '../database/flow-downloads.repository.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import { type DocumentsContext, downloadFileID, storedPath } from '../documents/document.types.ts';
import { factsFor, tenantOf } from '../documents/file-facts.usecases.ts';
import { deviceFileColumns } from '../documents/file-record.rules.ts';
import { storedSource } from '../documents/file-sources.util.ts';
import { recentFilesOf } from '../documents/recent-files.repository.ts';
import { download } from './download.usecases.ts';
import { delay, isTransient } from './retry.rules.ts';

export type FlowDownloadStep =
  /** Bytes of the source files that the service has packed. */
  | { readonly phase: 'preparing'; readonly done: number; readonly total: number }
  /** Bytes of the package. */
  | {
      readonly phase: 'receiving';
      readonly name: string;
      readonly received: number;
      readonly total: number;
    };

export type FlowDownloadRun = {
  readonly onStep: (step: FlowDownloadStep) => void;
  readonly signal: AbortSignal;
  readonly wait?: typeof delay;
};

type PreparedPackage = PreparedDownload & {
  readonly size: number;
  readonly sha256: string;
  readonly name: string;
};

const pollIntervalMs = 1_000;

/** Stores the package's id, so that a restarted app continues with the same package. */
async function ensureRequested(
  context: DocumentsContext,
  job: FlowDownload,
  signal: AbortSignal,
): Promise<FlowDownload> {
  if (job.downloadID !== null) return job;
  const { downloadID } = await context.api.call(
    'POST /api/v1/tenants/{tid}/download/request-workflow-source-files/{flowID}',
    { params: { tid: job.tid, flowID: job.flowID }, body: {}, signal },
  );
  const requested = { ...job, downloadID };
  await (await jobsOf(context)).upsert(requested);
  return requested;
}

async function waitUntilPrepared(
  { api }: DocumentsContext,
  job: FlowDownload,
  { onStep, signal, wait = delay }: FlowDownloadRun,
): Promise<PreparedPackage> {
  for (;;) {
    const answer = await withPollRetries(wait, signal, () =>
      api.call('GET /api/v1/tenants/{tid}/download/check-prepared-download-file/{downloadID}', {
        params: { tid: job.tid, downloadID: job.downloadID ?? '' },
        signal,
      }),
    );
    const { state, size, sha256, name, progress } = answer;
    if (state === 'failed') throw notPrepared(answer.reason);
    if (state === 'ready' && size !== null && sha256 !== null) {
      return { ...answer, size, sha256, name: name ?? job.flowName };
    }
    onStep({ phase: 'preparing', ...progress });
    await wait(pollIntervalMs, signal);
  }
}

/** A single failed poll says nothing about the package. */
async function withPollRetries<T>(
  wait: typeof delay,
  signal: AbortSignal,
  poll: () => Promise<T>,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await poll();
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error) || failures >= 2) throw error;
      await wait(pollIntervalMs * 3, signal);
    }
  }
}

const notPrepared = (reason: string | null) => {
  const code: ErrorCode = reason !== null && isErrorCode(reason) ? reason : 'file.download_failed';
  return new ApiError({ kind: 'http', code, message: '' });
};

const isGone = (error: unknown) => error instanceof ApiError && error.code === 'file.file_does_not_exist';

const jobsOf = async ({ platform, accountID }: DocumentsContext) =>
  flowDownloadsOf(await localDatabase(platform), accountID);

/**
 * Downloads the files of an application: requests a package, waits for it, downloads it into the account's download
 * folder, writes its record in the Download list and sends the receipt. After a kill at any point the next call
 * continues there.
 * @returns the record's `fileID`.
 * @throws ApiError; StorageError; the signal's reason.
 */
export async function downloadFlow(
  context: DocumentsContext,
  existing: FlowDownload,
  run: FlowDownloadRun,
): Promise<string> {
  const fileID = downloadFileID(existing.tid, existing.flowID);
  if (existing.state === 'received') {
    await sendReceipt(context, existing);
    return fileID;
  }
  let job = await ensureRequested(context, existing, run.signal);
  let ready: PreparedPackage;
  try {
    ready = await waitUntilPrepared(context, job, run);
  } catch (error) {
    if (!isGone(error) || existing.downloadID === null) throw error;
    // Packages are deleted after a day; an older request is repeated.
    job = await ensureRequested(context, { ...existing, downloadID: null }, run.signal);
    ready = await waitUntilPrepared(context, job, run);
  }
  await downloadPackage(context, { job, ready, fileID }, run);
  const received = { ...job, state: 'received' } as const;
  await (await jobsOf(context)).upsert(received);
  await sendReceipt(context, received);
  return fileID;
}

type PackageDownload = {
  readonly job: FlowDownload;
  readonly ready: PreparedPackage;
  readonly fileID: string;
};

async function downloadPackage(
  context: DocumentsContext,
  packageDownload: PackageDownload,
  { onStep, signal, wait = delay }: FlowDownloadRun,
): Promise<void> {
  const { job, ready, fileID } = packageDownload;
  const { name, size, sha256 } = ready;
  const { platform, api, accountID } = context;
  const writeProgress = createProgressWriter(context, packageDownload);
  await writeProgress(0);
  let lastReported = -1;
  await download({
    files: await platform.files(),
    network: platform.network,
    path: storedPath(accountID, fileID),
    size,
    sha256,
    open: (range) =>
      api.open('GET /api/v1/tenants/{tid}/download-files/{downloadID}', {
        params: { tid: job.tid, downloadID: job.downloadID ?? '' },
        ...range,
      }),
    onProgress: (received, total) => {
      const share = total === 0 ? 0 : received / total;
      // A fast network delivers more chunks than the screen can render.
      if (Math.floor(200 * share) === lastReported) return;
      lastReported = Math.floor(200 * share);
      onStep({ phase: 'receiving', name, received, total });
      // Only shown after a restart, and the next write corrects it.
      writeProgress(Math.min(99, Math.floor(100 * share))).catch(() => undefined);
    },
    signal,
    wait,
  });
  // After a sign-out no secret may be stored.
  signal.throwIfAborted();
  // After the receipt the service no longer has it.
  const key = passphraseKey(accountID, job);
  if (ready.passphrase === null) await platform.secrets.remove(key);
  else await platform.secrets.set(key, ready.passphrase);
  await writeProgress(100);
}

/** Writes the record of a download, and again after each tenth of progress. */
function createProgressWriter(context: DocumentsContext, { job, ready, fileID }: PackageDownload) {
  const { platform, accountID, tenants } = context;
  let lastWritten = -1;
  return async (percent: number): Promise<void> => {
    const step = percent === 100 ? 100 : Math.floor(percent / 10) * 10;
    if (step === lastWritten) return;
    lastWritten = step;
    const source =
      percent === 100 ? await storedSource(await platform.files(), storedPath(accountID, fileID)) : null;
    const facts = source && (await factsFor(context, source).catch(() => null));
    const tenant = tenantOf(tenants, facts?.key ?? null);
    await recentFilesOf(await localDatabase(platform), accountID).upsert(
      {
        ...deviceFileColumns(fileID, ready.name),
        createAt: platform.clock.now(),
        flowID: job.flowID,
        flowName: job.flowName,
        encrypted: facts?.encrypted === true ? 1 : 0,
        key: facts?.key ?? null,
        userOID: facts?.userOID ?? null,
        orgID: facts?.orgID ?? null,
        clID: facts?.clID ?? null,
        tid: tenant?.id ?? job.tid,
        tname: tenant?.name ?? job.tname,
        downloadPer: step,
        fileSize: ready.size,
        mimeType: facts?.mimeType ?? ready.mimeType,
      },
      'download',
    );
  };
}

/** The receipt completes the package; a failed one is sent at the next start. */
async function sendReceipt(context: DocumentsContext, job: FlowDownload): Promise<void> {
  try {
    await context.api.call('POST /api/v1/tenants/{tid}/download-files/{downloadID}/actions/received', {
      params: { tid: job.tid, downloadID: job.downloadID ?? '' },
    });
  } catch (error) {
    if (isTransient(error)) return;
    // A missing package counts as received; any other refusal would repeat.
    if (!(error instanceof ApiError)) throw error;
  }
  await (await jobsOf(context)).upsert({ ...job, state: 'done' });
}

/** Deletes an unfinished download with its data. */
export async function deleteFlowDownload(
  context: DocumentsContext,
  job: Pick<FlowDownload, 'tid' | 'flowID'>,
): Promise<void> {
  const fileID = downloadFileID(job.tid, job.flowID);
  const sql = await localDatabase(context.platform);
  const path = storedPath(context.accountID, fileID);
  const files = await context.platform.files();
  await flowDownloadsOf(sql, context.accountID).delete(job);
  await files.remove(`${path}.part`);
  const records = recentFilesOf(sql, context.accountID);
  const record = await records.find(fileID);
  // A complete earlier download of the same flow may exist.
  if ((await files.stat(path)) === null) await records.delete(fileID);
  else if (record !== null) await records.upsert({ ...record, downloadPer: 100 }, 'download');
}
