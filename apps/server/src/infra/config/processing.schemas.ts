import { z } from 'zod';

/** What approved applications leave the organisation by, by its environment variable. */
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

/** @returns the names of settings that those given need beside them. */
export function missingProcessingSettings({
  GATEWAY_SMTP_URL,
  MAIL_FROM,
}: ProcessingEnvironment & { MAIL_FROM?: string | undefined }): string[] {
  return GATEWAY_SMTP_URL !== undefined && MAIL_FROM === undefined ? ['MAIL_FROM'] : [];
}

export interface ProcessingConfig {
  /** The relay of gateway mails; undefined: they go as all mails go. */
  gatewaySmtp: { url: string; from: string } | undefined;
  /** Bytes of files that one mail carries at most. */
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
