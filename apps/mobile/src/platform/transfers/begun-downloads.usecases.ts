import { localDatabase } from '../database/local-database.adapter.ts';
import { type DocumentsContext, downloadFileID } from '../documents/document.types.ts';
import { type RecentFile, recentFilesOf } from '../documents/recent-files.repository.ts';
import { type FlowDownload, flowDownloadsOf } from './flow-downloads.repository.ts';

/** A download that was begun and has not arrived: what was asked for, and its record once the service has packed it. */
export type BegunDownload = { readonly job: FlowDownload; readonly record: RecentFile | null };

/** What an account has begun to download on this device and has not got yet, whichever the tenant. */
export async function begunDownloads({
  platform,
  accountID,
}: DocumentsContext): Promise<readonly BegunDownload[]> {
  const sql = await localDatabase(platform);
  const records = recentFilesOf(sql, accountID);
  const jobs = await flowDownloadsOf(sql, accountID).begun();
  return Promise.all(
    jobs.map(async (job) => ({ job, record: await records.find(downloadFileID(job.tid, job.flowID)) })),
  );
}
