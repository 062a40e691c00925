import { z } from 'zod';

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

const isSafe = ({ protocol, hostname }: URL) => protocol === 'https:' || loopback.test(hostname);

/** Settings of the record of acts. */
export const auditEnvironment = {
  AUDIT_CHECKPOINT_SECONDS: z.coerce.number().int().min(1).max(86_400).default(60),
  AUDIT_CHECKPOINT_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !URL.canParse(url) || isSafe(new URL(url)), 'must be https')
    .optional(),
};

export interface AuditConfig {
  /** Longest time that what is new in a chain goes unsigned. */
  auditCheckpointSeconds: number;
  /** Where signed checkpoints are posted; undefined: nowhere. */
  auditCheckpointUrl: string | undefined;
}

export function auditConfigOf(env: z.output<z.ZodObject<typeof auditEnvironment>>): AuditConfig {
  return {
    auditCheckpointSeconds: env.AUDIT_CHECKPOINT_SECONDS,
    auditCheckpointUrl: env.AUDIT_CHECKPOINT_URL,
  };
}
