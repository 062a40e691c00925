import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable, Transform, Writable } from 'node:stream';
import { configure, ZipWriter } from '@zip.js/zip.js';
import type { ClientBase, Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ObjectStore } from '../objects/objects.port.ts';
import { BackupError } from './backup.errors.ts';
import {
  type BackedUpTable,
  type BackupManifest,
  manifestName,
  objectEntryName,
  tableEntryName,
} from './backup-manifest.schemas.ts';
import * as schema from './schema.repository.ts';

configure({ useWebWorkers: false });

export interface BackupOptions {
  /** A pool without a statement timeout. */
  readonly pool: Pool;
  /** Undefined: the backup contains the database only. */
  readonly objects: ObjectStore | undefined;
  /** Replaced atomically once the backup is complete. */
  readonly file: string;
  readonly now: Date;
}

/**
 * Writes all data of the service into one zip file with mode 0600: every table of one snapshot in the format of PostgreSQL's
 * COPY, and every stored file unchanged. The service may run meanwhile. The master key is not included.
 */
export async function writeBackup({ pool, objects, file, now }: BackupOptions): Promise<BackupManifest> {
  const temporaryFile = `${file}.${process.pid}.part`;
  const stream = createWriteStream(temporaryFile, { flags: 'wx', mode: 0o600 });
  try {
    const zip = new ZipWriter(Writable.toWeb(stream), { zip64: true, useWebWorkers: false });
    const { keys, ...database } = await writeDatabase(pool, zip);
    const manifest: BackupManifest = {
      format: 'sealflow-backup',
      version: 1,
      createdAt: now.toISOString(),
      ...database,
      objects: objects ? await writeObjects({ pool, objects, zip, keys }) : null,
    };
    await zip.add(
      manifestName,
      Readable.toWeb(Readable.from([Buffer.from(JSON.stringify(manifest))])) as ReadableStream,
    );
    await zip.close();
    await renameDurably(temporaryFile, file);
    return manifest;
  } catch (error) {
    stream.destroy();
    await rm(temporaryFile, { force: true });
    throw error;
  }
}

type Keys = Awaited<ReturnType<typeof schema.selectObjectKeys>>;
type Zip = ZipWriter<unknown>;

async function writeDatabase(
  pool: Pool,
  zip: Zip,
): Promise<Pick<BackupManifest, 'migrations' | 'masterKeyID' | 'tables' | 'sequences'> & { keys: Keys }> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const shapes = await schema.selectTables(client);
    const tables: BackedUpTable[] = [];
    for (const shape of shapes) tables.push(await writeTable(client, zip, shape));
    const manifest = {
      migrations: await schema.selectMigrations(client),
      masterKeyID: await schema.selectMasterKeyID(client),
      tables,
      sequences: await schema.selectSequences(client),
      keys: await schema.selectObjectKeys(client, shapes),
    };
    await client.query('commit');
    return manifest;
  } finally {
    client.release(true);
  }
}

async function writeTable(client: ClientBase, zip: Zip, shape: schema.TableShape): Promise<BackedUpTable> {
  const { schema: of, name, columns } = shape;
  const copy = client.query(
    copyTo(`copy (select ${schema.columnList(shape)} from ${schema.quoted(shape)}) to stdout`),
  );
  const sha256 = await addHashed(zip, { name: tableEntryName(shape), content: copy, level: 1 });
  return { schema: of, name, columns: [...columns], rows: copy.rowCount, sha256 };
}

async function writeObjects({
  pool,
  objects,
  zip,
  keys,
}: {
  pool: Pool;
  objects: ObjectStore;
  zip: Zip;
  keys: Keys;
}): Promise<NonNullable<BackupManifest['objects']>> {
  const written: NonNullable<BackupManifest['objects']> = [];
  for (const { key, table } of keys) {
    const content = await objects.read(key).catch(() => undefined);
    if (content) {
      const sha256 = await addHashed(zip, { name: objectEntryName(key), content, level: 0 });
      written.push({ key, sha256 });
    } else if (await isStillReferenced(pool, table, key)) {
      throw new BackupError(
        'backup.object_missing',
        `the stored file ${key} is missing from the object store`,
      );
    }
  }
  return written;
}

/** Whether a table still refers to the key: a file that was deleted during the backup may be missing. */
async function isStillReferenced(pool: Pool, table: schema.TableShape, key: string): Promise<boolean> {
  const { rows } = await pool.query(`select 1 from ${schema.quoted(table)} where object_key = $1`, [key]);
  return rows.length > 0;
}

async function addHashed(
  zip: Zip,
  { name, content, level }: { name: string; content: Readable; level: number },
): Promise<string> {
  const hash = createHash('sha256');
  const hashed = content.pipe(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    }),
  );
  content.once('error', (error) => hashed.destroy(error));
  await zip.add(name, Readable.toWeb(hashed) as ReadableStream, { level });
  return hash.digest('hex');
}

/** Flushes the file to disk before the rename. */
async function renameDurably(temporaryFile: string, file: string): Promise<void> {
  const written = await open(temporaryFile, 'r+');
  await written.sync();
  await written.close();
  await rename(temporaryFile, file);
}
