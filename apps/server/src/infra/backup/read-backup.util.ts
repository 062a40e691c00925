import { createHash } from 'node:crypto';
import { Readable, Transform, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { configure, type Entry, ZipReader } from '@zip.js/zip.js';
import { type OpenFile, openFile } from '../files/file-source.adapter.ts';
import { SourceReader } from '../files/source-reader.adapter.ts';
import { BackupError } from './backup.errors.ts';
import {
  type BackupManifest,
  backupManifest,
  manifestName,
  objectEntryName,
  tableEntryName,
  tableFolder,
} from './backup-manifest.schemas.ts';

configure({ useWebWorkers: false });

export interface OpenBackup {
  readonly manifest: BackupManifest;
  /**
   * Pipes the content of an entry into `sink`. If the digest does not match, `sink` fails before it receives the last byte.
   */
  copyTo(name: string, sha256: string, sink: Writable): Promise<void>;
  /** The content of an entry as a stream, which fails before its last byte if the digest does not match. */
  read(name: string, sha256: string): Readable;
  /** Reads and verifies all entries. @throws BackupError `backup.damaged` if a digest does not match. */
  verify(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a backup file and reads its list of entries. @throws BackupError `backup.not_a_backup`, `backup.damaged`. */
export async function openBackup(file: string): Promise<OpenBackup> {
  const openedFile = await openFile(file);
  try {
    const zip = new ZipReader(new SourceReader(openedFile.source));
    const entries = new Map((await zip.getEntries()).map((entry) => [entry.filename, entry]));
    const manifest = await readManifest(entries.get(manifestName));
    const read = (name: string, sha256: string) =>
      verifyDigest(contentOf(entries.get(name), name), name, sha256);
    return {
      manifest,
      read,
      copyTo: (name, sha256, sink) => pipeline(read(name, sha256), sink),
      verify: async () => {
        for (const [name, sha256] of entriesOf(manifest)) await pipeline(read(name, sha256), discard());
      },
      close: async () => {
        await zip.close();
        await openedFile.close();
      },
    };
  } catch (error) {
    const isTruncated = await hasBackupHeader(openedFile.source).catch(() => false);
    await openedFile.close();
    if (isTruncated) {
      // The central directory and `backup.json` are written last, so a truncated copy has neither.
      throw new BackupError(
        'backup.damaged',
        `${file} is truncated or damaged at its end: copy it again, or use another backup`,
        error,
      );
    }
    throw new BackupError('backup.not_a_backup', `${file} is not a backup of this service`, error);
  }
}

const localHeaderBytes = 30;

/** Whether the first entry of the ZIP archive is a table, even if its end is missing (APPNOTE.TXT, 4.3.7). */
async function hasBackupHeader(source: OpenFile['source']): Promise<boolean> {
  const entryPrefix = Buffer.from(tableFolder);
  const bytes = Buffer.from(await source.read(0, localHeaderBytes + entryPrefix.length));
  return bytes.readUInt32LE(0) === 0x04_03_4b_50 && bytes.subarray(localHeaderBytes).equals(entryPrefix);
}

function entriesOf({ tables, objects }: BackupManifest): [name: string, sha256: string][] {
  return [
    ...tables.map((table): [string, string] => [tableEntryName(table), table.sha256]),
    ...(objects ?? []).map(({ key, sha256 }): [string, string] => [objectEntryName(key), sha256]),
  ];
}

const discard = () =>
  new Writable({
    write: (_chunk, _encoding, done) => done(),
  });

async function readManifest(entry: Entry | undefined): Promise<BackupManifest> {
  if (!entry) throw new Error(`${manifestName} is missing`);
  const parts: Buffer[] = [];
  for await (const part of contentOf(entry, manifestName)) parts.push(part as Buffer);
  return backupManifest.parse(JSON.parse(Buffer.concat(parts).toString()));
}

function contentOf(entry: Entry | undefined, name: string): Readable {
  if (!entry || entry.directory)
    throw new BackupError('backup.damaged', `${name} is missing from the backup`);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // A failure of the archive reader aborts the stream.
  entry
    .getData(writable, { checkSignature: true })
    .catch((error: unknown) => writable.abort(error).catch(() => {}));
  return Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]);
}

function verifyDigest(content: Readable, name: string, sha256: string): Readable {
  const hash = createHash('sha256');
  let heldChunk: Buffer | undefined;
  const verifier = new Transform({
    // Holds back one chunk, so that a consumer never receives damaged content to its end.
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      if (heldChunk) this.push(heldChunk);
      heldChunk = chunk;
      done();
    },
    flush(done) {
      if (hash.digest('hex') !== sha256) return done(damagedError(name));
      if (heldChunk) this.push(heldChunk);
      done();
    },
  });
  content.once('error', (error) => verifier.destroy(damagedError(name, error)));
  return content.pipe(verifier);
}

function damagedError(name: string, cause?: unknown): BackupError {
  return new BackupError('backup.damaged', `${name} in the backup does not match its digest`, cause);
}

/** Reads the deployment id from a backup; undefined if its release had none. */
export async function readDeploymentID(backup: OpenBackup): Promise<string | undefined> {
  const table = backup.manifest.tables.find(
    ({ schema, name }) => schema === 'public' && name === 'deployment',
  );
  if (!table) return undefined;
  // COPY writes one line per row with tab-separated columns. A UUID needs no unescaping.
  const [row = ''] = (await text(backup.read(tableEntryName(table), table.sha256))).split('\n');
  return row.split('\t')[table.columns.indexOf('id')];
}
