import { createSmtpMailer, disabledMailer } from '../../infra/mail/smtp.adapter.ts';
import { createRenderer } from '../../infra/rendering/render-document.adapter.ts';
import { expireOverdueDownloads } from '../../modules/processing/download-expiry.usecases.ts';
import { processingQueues, startProcessingJobs } from '../../modules/processing/processing.job.ts';
import { processingRoutes } from '../../modules/processing/processing.routes.ts';
import type { ProcessingServices } from '../../modules/processing/processing.types.ts';
import { requeueStalledFlows } from '../../modules/processing/stalled-flows.usecases.ts';
import { createFindDocumentRights } from './documents.compose.ts';
import type { ServiceContext, ServiceModule } from './service-context.types.ts';

/**
 * The context of the processing use cases. `gateway` is the organisation's mail gateway, needed only by the job
 * workers.
 */
export function createProcessingServices(
  context: ServiceContext,
  gateway = disabledMailer,
): ProcessingServices {
  const { db, clock, jobs, objects, masterKey, keys, publicUrl, mailer, config } = context;
  return {
    db,
    clock,
    outbox: jobs,
    objects,
    masterKey,
    keys,
    findRights: createFindDocumentRights(db, clock),
    publicUrl,
    mailer,
    gateway,
    attachmentLimitBytes: config.mailAttachmentLimitBytes,
    render: createRenderer(),
    onStep: () => {},
  };
}

export const processingModule: ServiceModule = {
  queues: processingQueues,
  registerRoutes: (app, context) => processingRoutes(app, createProcessingServices(context)),
  startWorkers: async (context) => {
    const { gatewaySmtp } = context.config;
    const gatewayMailer = gatewaySmtp && createSmtpMailer(gatewaySmtp);
    await requeueStalledFlows(createProcessingServices(context));
    await startProcessingJobs(
      context.jobs,
      createProcessingServices(context, gatewayMailer ?? context.mailer),
    );
    return gatewayMailer && (() => gatewayMailer.close());
  },
  deleteExpired: async (context, now) => {
    await expireOverdueDownloads(context, now);
    await requeueStalledFlows(createProcessingServices(context));
  },
};
