import { resolve } from 'node:path';
import { parseEmail } from '@sealflow/domain/identifiers';
import { z } from 'zod';
import { secureAddress } from './addresses.schemas.ts';

/** An address, with or without a name before it: `Sealflow <noreply@example.com>`. */
const sender = z.string().refine((text) => {
  const [, address = text] = /^[^<>\p{Cc}]*<([^<>]+)>$/u.exec(text) ?? [];
  return parseEmail(address) !== null;
}, 'must be an email address');

/** Settings of accounts, mail and text messages, by environment variable. */
export const accountSettings = {
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: sender.optional(),
  SMS_URL: secureAddress.optional(),
  SMS_TOKEN: z.string().min(1).optional(),
  CODES_TO_LOG: z.stringbool().optional(),
  CODES_WITHOUT_TICKET: z.stringbool().default(false),
  CODE_LIMIT: z.coerce.number().int().min(0).default(20),
  SESSION_DAYS: z.coerce.number().int().min(0).max(3650).default(180),
  HIDE_ACCOUNTS: z.stringbool().default(false),
  MEMBERSHIP: z.enum(['invitation', 'direct']).default('invitation'),
  LEGAL_DIR: z.string().min(1).optional(),
  PASSWORD_RULES: z.enum(['specification', 'length']).default('specification'),
  PASSWORD_WORDS_FILE: z.string().min(1).optional(),
  BREACHED_PASSWORDS_FILE: z.string().min(1).optional(),
};

type AccountEnvironment = z.output<z.ZodObject<typeof accountSettings>> & {
  DATABASE_URL?: string | undefined;
};

/** @returns the names of missing settings that the given ones require. */
export function missingAccountSettings({ SMTP_URL, MAIL_FROM }: AccountEnvironment): string[] {
  return SMTP_URL !== undefined && MAIL_FROM === undefined ? ['MAIL_FROM'] : [];
}

export interface AccountConfig {
  /** The mail server; undefined: no mail is sent. */
  smtp: { url: string; from: string } | undefined;
  /** The SMS gateway; undefined: no text messages are sent. */
  sms: { url: string; token: string | undefined } | undefined;
  /** Whether codes that cannot be sent are logged; by default only with the embedded database. */
  codesToLog: boolean;
  /** Whether codes are also accepted without the ticket of their request. */
  codesWithoutTicket: boolean;
  /** Requests for codes per minute from one address; 0: unlimited. */
  codeLimit: number;
  /** Maximum lifetime of a session in milliseconds, regardless of refreshes. */
  sessionLifetimeMs: number;
  /** Whether unauthenticated callers must not learn which phone numbers and addresses have an account. */
  hideAccounts: boolean;
  /** Whether an existing account joins a tenant by an accepted invitation, or immediately, for tenants that trust each other. */
  membership: 'invitation' | 'direct';
  /** Folder of the operator's own agreements; undefined: the built-in ones. */
  legalDir: string | undefined;
  passwords: {
    /** Rules for new passwords: those of section 5 of the specification, or minimum length only. */
    rules: 'specification' | 'length';
    /** File with one forbidden word per line, on which passwords must not be based. */
    wordsFile: string | undefined;
    /** File with sorted SHA-1 digests of leaked passwords. */
    breachedFile: string | undefined;
  };
}

export function accountConfigOf(env: AccountEnvironment): AccountConfig {
  const { SMTP_URL, MAIL_FROM, SMS_URL, SMS_TOKEN, LEGAL_DIR } = env;
  return {
    smtp: SMTP_URL && MAIL_FROM ? { url: SMTP_URL, from: MAIL_FROM } : undefined,
    sms: SMS_URL ? { url: SMS_URL, token: SMS_TOKEN } : undefined,
    codesToLog: env.CODES_TO_LOG ?? env.DATABASE_URL === undefined,
    codesWithoutTicket: env.CODES_WITHOUT_TICKET,
    codeLimit: env.CODE_LIMIT,
    sessionLifetimeMs: env.SESSION_DAYS === 0 ? Number.POSITIVE_INFINITY : env.SESSION_DAYS * 86_400_000,
    hideAccounts: env.HIDE_ACCOUNTS,
    membership: env.MEMBERSHIP,
    legalDir: LEGAL_DIR && resolve(LEGAL_DIR),
    passwords: {
      rules: env.PASSWORD_RULES,
      wordsFile: env.PASSWORD_WORDS_FILE && resolve(env.PASSWORD_WORDS_FILE),
      breachedFile: env.BREACHED_PASSWORDS_FILE && resolve(env.BREACHED_PASSWORDS_FILE),
    },
  };
}
