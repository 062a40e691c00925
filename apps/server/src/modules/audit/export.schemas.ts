import { z } from 'zod';
import { checkpointLine } from './checkpoint.schemas.ts';

const id = z.string().nullable();
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A record of an export, with all fields that its hash covers. */
const record = z.object({
  type: z.literal('record'),
  tid: id,
  sequence: z.int().min(1),
  at: z.int(),
  act: z.string(),
  decision: z.enum(['granted', 'refused']),
  reason: id,
  aid: id,
  fid: id,
  deviceID: id,
  operatorID: id,
  documentID: id,
  kid: id,
  subject: id,
  sha256: id,
  count: z.int(),
  /** The ids behind the pseudonyms, where they are known; not covered by the hash. */
  ids: z.object({ aid: id, fid: id, deviceID: id, subject: id }).partial().optional(),
  former: z.object({ sequence: z.int(), hash }).nullable(),
  hash,
});

/** The lines of an export: the record before the first one, the records with their checkpoints, and the end. */
export const exportLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('begin'), version: z.literal(1), tid: id, sequence: z.int().min(0), hash }),
  record,
  checkpointLine.extend({ type: z.literal('checkpoint') }),
  z.object({ type: z.literal('end'), sequence: z.int().min(0), hash }),
]);

export type ExportLine = z.output<typeof exportLine>;
