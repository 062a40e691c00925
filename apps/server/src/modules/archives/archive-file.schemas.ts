import { z } from 'zod';

/** The `typ` of the manifest of an archive. */
export const archiveType = 'application-archive+jwt';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The claims of a manifest: the lines before it, and the place of the archive in the sequence of its tenant. */
export const archiveClaims = z.object({
  iss: z.string(),
  archiveID: z.string(),
  kind: z.literal('applications'),
  tid: z.string(),
  /** From 1, without gaps. */
  number: z.int().min(1),
  applications: z.int().min(1),
  /** Of the lines before the manifest, with their line ends. */
  sha256,
  /** SHA-256 of the object of the archive before; null for the first one. */
  previous: sha256.nullable(),
  /** When the first and the last of the applications ended, and when the archive was written. Milliseconds since 1970. */
  firstEndedAt: z.int(),
  lastEndedAt: z.int(),
  at: z.int(),
});

export type ArchiveClaims = z.output<typeof archiveClaims>;

/** The last signed line. Only `statement` counts. */
export const manifestLine = z.object({ type: z.literal('manifest'), statement: z.string() });
