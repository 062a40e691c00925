import { z } from 'zod';

const days = z.coerce.number().int().min(0).max(36_500);

/** Retention of personal data, by environment variable. */
export const privacySettings = {
  ACCOUNT_DELETION_DAYS: days.max(30).default(7),
  CLOSED_ACCOUNT_DAYS: days.default(0),
  MESSAGE_DAYS: days.default(0),
  FLOW_DAYS: days.default(0),
};

export interface PrivacyConfig {
  /** Milliseconds between a deletion request and the deletion of the account; a sign-in withdraws the request. */
  accountDeletionDelayMs: number;
  /** Milliseconds after which a closed account is deleted; undefined: never. */
  closedAccountLifetimeMs: number | undefined;
  /** Milliseconds after which a message is deleted; undefined: never. */
  messageLifetimeMs: number | undefined;
  /** Milliseconds after which a completed application is deleted; undefined: never. */
  flowLifetimeMs: number | undefined;
}

const dayMs = 86_400_000;
const lifetimeMs = (count: number) => (count === 0 ? undefined : count * dayMs);

export function privacyConfigOf(env: z.output<z.ZodObject<typeof privacySettings>>): PrivacyConfig {
  return {
    accountDeletionDelayMs: env.ACCOUNT_DELETION_DAYS * dayMs,
    closedAccountLifetimeMs: lifetimeMs(env.CLOSED_ACCOUNT_DAYS),
    messageLifetimeMs: lifetimeMs(env.MESSAGE_DAYS),
    flowLifetimeMs: lifetimeMs(env.FLOW_DAYS),
  };
}
