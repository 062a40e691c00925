import { createHash } from 'node:crypto';
import { Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { configure, type Entry, ZipReader } from '@zip.js/zip.js';
import { openFile } from '../files/file-source.adapter.ts';
import { SourceReader } from '../files/source-reader.adapter.ts';
import { BackupError } from './backup.errors.ts';
import { type BackupFacts, backupFacts, factsName } from './backup-facts.schemas.ts';

configure({ useWebWorkers: false });

export interface OpenBackup {
  readonly facts: BackupFacts;
  /**
   * Gives the content of an entry to `sink`, which ends with an error before its last byte where the content is not what was
   * written.
   */
  copyTo(name: string, sha256: string, sink: Writable): Promise<void>;
  /** The same as a stream. */
  read(name: string, sha256: string): Readable;
  close(): Promise<void>;
}

/** @throws BackupError `backup.not_a_backup`. */
export async function openBackup(file: string): Promise<OpenBackup> {
  const opened = await openFile(file);
  try {
    const zip = new ZipReader(new SourceReader(opened.source));
    const entries = new Map((await zip.getEntries()).map((entry) => [entry.filename, entry]));
    const facts = await readFacts(entries.get(factsName));
    const read = (name: string, sha256: string) => checked(contentOf(entries.get(name), name), name, sha256);
    return {
      facts,
      read,
      copyTo: (name, sha256, sink) => pipeline(read(name, sha256), sink),
      close: async () => {
        await zip.close();
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    if (error instanceof BackupError) throw error;
    throw new BackupError('backup.not_a_backup', `${file} is no backup of this service`, error);
  }
}

async function readFacts(entry: Entry | undefined): Promise<BackupFacts> {
  const parts: Buffer[] = [];
  for await (const part of contentOf(entry, factsName)) parts.push(part as Buffer);
  return backupFacts.parse(JSON.parse(Buffer.concat(parts).toString()));
}

function contentOf(entry: Entry | undefined, name: string): Readable {
  if (!entry || entry.directory) throw new BackupError('backup.damaged', `${name} is missing in the backup`);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // What goes wrong while reading ends the stream that is read.
  entry
    .getData(writable, { checkSignature: true })
    .catch((error: unknown) => writable.abort(error).catch(() => {}));
  return Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]);
}

function checked(content: Readable, name: string, sha256: string): Readable {
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  const check = new Transform({
    // One chunk behind, so that nobody takes a wrong content for complete.
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      if (held) this.push(held);
      held = chunk;
      done();
    },
    flush(done) {
      if (hash.digest('hex') !== sha256) return done(damaged(name));
      if (held) this.push(held);
      done();
    },
  });
  content.once('error', (error) => check.destroy(damaged(name, error)));
  return content.pipe(check);
}

function damaged(name: string, cause?: unknown): BackupError {
  return new BackupError('backup.damaged', `${name} in the backup is not what was written`, cause);
}
