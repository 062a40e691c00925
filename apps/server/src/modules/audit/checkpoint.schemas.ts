import { z } from 'zod';

/** The `typ` of a checkpoint. */
export const checkpointType = 'audit-checkpoint+jwt';

/** The claims of a checkpoint: the chain of this tenant had `sequence` records and ended in this hash. */
export const checkpointClaims = z.object({
  iss: z.string(),
  tid: z.string().nullable(),
  sequence: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Milliseconds since 1970. */
  at: z.int(),
});

export type CheckpointClaims = z.output<typeof checkpointClaims>;

/** A line of the checkpoint file, and the body of a published checkpoint; only `statement` is signed. */
export const checkpointLine = checkpointClaims.omit({ iss: true }).extend({ statement: z.string() });
