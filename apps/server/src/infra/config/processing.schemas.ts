import { z } from 'zod';

/** Settings for sending files of approved applications out of the organisation, by environment variable. */
export const processingSettings = {
  GATEWAY_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_ATTACHMENT_LIMIT_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(25 * 1024 ** 2),
};

interface ProcessingEnvironment {
  GATEWAY_SMTP_URL?: string | undefined;
  MAIL_ATTACHMENT_LIMIT_BYTES: number;
}

/** @returns the names of missing settings that the given ones require. */
export function missingProcessingSettings({
  GATEWAY_SMTP_URL,
  MAIL_FROM,
}: ProcessingEnvironment & { MAIL_FROM?: string | undefined }): string[] {
  return GATEWAY_SMTP_URL !== undefined && MAIL_FROM === undefined ? ['MAIL_FROM'] : [];
}

export interface ProcessingConfig {
  /** The SMTP relay of gateway mails; undefined: they use the general mail server. */
  gatewaySmtp: { url: string; from: string } | undefined;
  /** Maximum total size of the attachments of one mail. */
  mailAttachmentLimitBytes: number;
}

export function processingConfigOf(
  { GATEWAY_SMTP_URL: url, MAIL_ATTACHMENT_LIMIT_BYTES }: ProcessingEnvironment,
  from: string | undefined,
): ProcessingConfig {
  return {
    gatewaySmtp: url && from ? { url, from } : undefined,
    mailAttachmentLimitBytes: MAIL_ATTACHMENT_LIMIT_BYTES,
  };
}
