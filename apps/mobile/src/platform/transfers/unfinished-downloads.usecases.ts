import { type FlowDownload, flowDownloadsOf } from '../database/flow-downloads.repository.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import { type DocumentsContext, downloadFileID } from '../documents/document.types.ts';
import { type RecentFile, recentFilesOf } from '../documents/recent-files.repository.ts';

/** An unfinished download: the request, and its record once the service has prepared the package. */
export type UnfinishedDownload = { readonly job: FlowDownload; readonly record: RecentFile | null };

/** The account's unfinished downloads on this device, of all tenants. */
export async function listUnfinishedDownloads({
  platform,
  accountID,
}: DocumentsContext): Promise<readonly UnfinishedDownload[]> {
  const sql = await localDatabase(platform);
  const records = recentFilesOf(sql, accountID);
  const jobs = await flowDownloadsOf(sql, accountID).listRunning();
  return Promise.all(
    jobs.map(async (job) => ({ job, record: await records.find(downloadFileID(job.tid, job.flowID)) })),
  );
}
