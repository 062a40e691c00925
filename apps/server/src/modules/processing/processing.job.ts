import type { Jobs } from '../../infra/jobs/jobs.port.ts';
import { processingQueue } from '../workflow/flow-event.usecases.ts';
import { expireDownload, expiryQueue } from './download-expiry.usecases.ts';
import { downloadQueue } from './downloads.usecases.ts';
import { prepareDownload } from './prepare-download.usecases.ts';
import { processFiles } from './process-files.usecases.ts';
import type { ProcessingServices } from './processing.port.ts';
import { sendMail } from './send-mail.usecases.ts';

export const processingQueues = [downloadQueue, expiryQueue] as const;

/** One that takes long keeps one place. */
const atOnce = 4;

/** Takes this node's share of what approvals leave to do. */
export async function workOnProcessing(jobs: Jobs, services: ProcessingServices): Promise<void> {
  await jobs.work(
    processingQueue,
    ({ task, ...address }) =>
      task === 'process_files' ? processFiles(services, address) : sendMail(services, address),
    { atOnce },
  );
  await jobs.work(downloadQueue, (job) => prepareDownload(services, job), { atOnce });
  await jobs.work(expiryQueue, (job) => expireDownload(services, job), { atOnce });
}
