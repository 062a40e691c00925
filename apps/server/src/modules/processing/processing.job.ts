import type { Jobs } from '../../infra/jobs/jobs.port.ts';
import { processingQueue } from '../workflow/flow-event.usecases.ts';
import { expireDownload, expiryQueue } from './download-expiry.usecases.ts';
import { downloadQueue } from './downloads.usecases.ts';
import { createRenditionHandler } from './make-rendition.usecases.ts';
import { prepareDownload } from './prepare-download.usecases.ts';
import { processFiles } from './process-files.usecases.ts';
import type { ProcessingServices } from './processing.types.ts';
import { renditionQueue } from './request-rendition.usecases.ts';
import { sendMail } from './send-mail.usecases.ts';

export const processingQueues = [downloadQueue, expiryQueue, renditionQueue] as const;

/** Concurrent jobs per queue; a long job occupies one slot. */
const maxConcurrentJobs = 4;
/** Each takes up to 2 GB of memory. */
const maxConcurrentRenditions = 2;

/** Starts this node's workers for the processing queues. */
export async function startProcessingJobs(jobs: Jobs, services: ProcessingServices): Promise<void> {
  await jobs.work(
    processingQueue,
    ({ task, ...flowKey }) =>
      task === 'process_files' ? processFiles(services, flowKey) : sendMail(services, flowKey),
    { maxConcurrentJobs },
  );
  await jobs.work(downloadQueue, (job) => prepareDownload(services, job), { maxConcurrentJobs });
  await jobs.work(expiryQueue, (job) => expireDownload(services, job), { maxConcurrentJobs });
  await jobs.work(renditionQueue, createRenditionHandler(services), {
    maxConcurrentJobs: maxConcurrentRenditions,
  });
}
