import { noMailer, smtpMailer } from '../../infra/mail/smtp.adapter.ts';
import { catchUp } from '../../modules/processing/catch-up.usecases.ts';
import { expireOverdue } from '../../modules/processing/download-expiry.usecases.ts';
import { processingQueues, workOnProcessing } from '../../modules/processing/processing.job.ts';
import type { ProcessingServices } from '../../modules/processing/processing.port.ts';
import { processingRoutes } from '../../modules/processing/processing.routes.ts';
import { documentRightsOf } from '../document-rights.adapter.ts';
import type { Area, Parts } from '../parts.port.ts';

/**
 * The context of the processing use cases. `gateway` is the organisation's mail gateway, needed only by the job
 * workers.
 */
export function processingServicesOf(parts: Parts, gateway = noMailer): ProcessingServices {
  const { db, clock, jobs, objects, masterKey, keys, publicUrl, mailer, config } = parts;
  return {
    db,
    clock,
    outbox: jobs,
    objects,
    masterKey,
    keys,
    findRights: documentRightsOf(db),
    publicUrl,
    mailer,
    gateway,
    attachmentLimitBytes: config.mailAttachmentLimitBytes,
    reached: () => {},
  };
}

export const processingArea: Area = {
  queues: processingQueues,
  serve: (app, parts) => processingRoutes(app, processingServicesOf(parts)),
  work: async (parts) => {
    const { gatewaySmtp } = parts.config;
    const own = gatewaySmtp && smtpMailer(gatewaySmtp);
    await catchUp(processingServicesOf(parts));
    await workOnProcessing(parts.jobs, processingServicesOf(parts, own ?? parts.mailer));
    return own && (() => own.close());
  },
  forget: async (parts, now) => {
    await expireOverdue(parts, now);
    await catchUp(processingServicesOf(parts));
  },
};
