import { z } from 'zod';

/** The `typ` of a checkpoint. */
export const checkpointType = 'audit-checkpoint+jwt';

/** What a checkpoint says: the chain of this tenant had so many records, and ended in this hash. */
export const checkpointSaid = z.object({
  iss: z.string(),
  tid: z.string().nullable(),
  sequence: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Milliseconds since 1970. */
  at: z.int(),
});

export type CheckpointSaid = z.output<typeof checkpointSaid>;

/** A line of the file of checkpoints, and what is posted; only the statement is proof. */
export const checkpointLine = checkpointSaid.omit({ iss: true }).extend({ statement: z.string() });
