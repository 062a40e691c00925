import { parseEmail } from '@sealflow/domain/identifiers';
import { z } from 'zod';

/** An address, with or without a name before it: `Sealflow <noreply@example.com>`. */
const sender = z.string().refine((text) => {
  const [, address = text] = /^[^<>\p{Cc}]*<([^<>]+)>$/u.exec(text) ?? [];
  return parseEmail(address) !== null;
}, 'is no mail address');

/** What accounts are reached by, by its environment variable. */
export const accountSettings = {
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: sender.optional(),
};

interface AccountEnvironment {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
}

/** @returns the names of settings that those given need beside them. */
export function missingSettings({ SMTP_URL, MAIL_FROM }: AccountEnvironment): string[] {
  return SMTP_URL !== undefined && MAIL_FROM === undefined ? ['MAIL_FROM'] : [];
}

export interface AccountConfig {
  /** The mail server; undefined: no mail is sent. */
  smtp: { url: string; from: string } | undefined;
}

export function accountConfigOf({ SMTP_URL, MAIL_FROM }: AccountEnvironment): AccountConfig {
  return { smtp: SMTP_URL && MAIL_FROM ? { url: SMTP_URL, from: MAIL_FROM } : undefined };
}
