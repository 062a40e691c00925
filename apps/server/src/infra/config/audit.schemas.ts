import { z } from 'zod';
import { secureAddress } from './addresses.schemas.ts';

/** Settings for signing the audit log, by environment variable. */
export const auditSettings = {
  AUDIT_CHECKPOINT_SECONDS: z.coerce.number().int().min(1).max(86_400).default(60),
  AUDIT_CHECKPOINT_URL: secureAddress.optional(),
};

export interface AuditConfig {
  /** Maximum age of unsigned records in a chain. */
  auditCheckpointSeconds: number;
  /** URL to which signed checkpoints are posted; undefined: none. */
  auditCheckpointUrl: string | undefined;
}

export function auditConfigOf(env: z.output<z.ZodObject<typeof auditSettings>>): AuditConfig {
  return {
    auditCheckpointSeconds: env.AUDIT_CHECKPOINT_SECONDS,
    auditCheckpointUrl: env.AUDIT_CHECKPOINT_URL,
  };
}
