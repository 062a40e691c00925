import { z } from 'zod';
import { guardedAddress } from './addresses.schemas.ts';

/** How the record of acts is signed, by its environment variable. */
export const auditSettings = {
  AUDIT_CHECKPOINT_SECONDS: z.coerce.number().int().min(1).max(86_400).default(60),
  AUDIT_CHECKPOINT_URL: guardedAddress.optional(),
};

export interface AuditConfig {
  /** Longest time that what is new in a chain goes unsigned. */
  auditCheckpointSeconds: number;
  /** Where signed checkpoints are posted; undefined: nowhere. */
  auditCheckpointUrl: string | undefined;
}

export function auditConfigOf(env: z.output<z.ZodObject<typeof auditSettings>>): AuditConfig {
  return {
    auditCheckpointSeconds: env.AUDIT_CHECKPOINT_SECONDS,
    auditCheckpointUrl: env.AUDIT_CHECKPOINT_URL,
  };
}
