import { z } from 'zod';

const table = z.strictObject({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  sha256: z.string(),
});

/** `backup.json`: the manifest of a backup. Tables are listed in the order in which they can be restored. */
export const backupManifest = z.strictObject({
  format: z.literal('sealflow-backup'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Names of the migrations that had run, oldest first. */
  migrations: z.array(z.string()),
  /** The id of the master key that wraps the stored keys; the key itself is not included. */
  masterKeyID: z.string().nullable(),
  tables: z.array(table),
  sequences: z.array(
    z.strictObject({ schema: z.string(), name: z.string(), last: z.string(), called: z.boolean() }),
  ),
  /** Null: the backup does not include stored files. */
  objects: z.array(z.strictObject({ key: z.string(), sha256: z.string() })).nullable(),
});

export type BackupManifest = z.output<typeof backupManifest>;
export type BackedUpTable = z.output<typeof table>;

export const manifestName = 'backup.json';
export const tableFolder = 'tables/';
export const tableEntryName = ({ schema, name }: { schema: string; name: string }): string =>
  `${tableFolder}${schema}.${name}.copy`;
export const objectEntryName = (key: string): string => `objects/${key}`;
