import { constants, createWriteStream, openAsBlob } from 'node:fs';
import { access, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { compareCode } from '@sealflow/domain/versions';
import { BlobReader, TextWriter, Uint8ArrayReader, ZipReader, ZipWriter } from '@zip.js/zip.js';
import { CommandError } from './usage.errors.ts';

/** The same files make the same zip, whenever and wherever: a zip knows no earlier time. */
const always = new Date(1980, 0, 1);

/** What phones compare with themselves before they take it. */
export interface Built {
  environment?: string;
  push?: string;
}

/**
 * Gives a web bundle as a zip that is whole and of the version it is published as; a folder is packed, and the zip goes
 * again afterwards.
 * @throws CommandError where it is no such bundle.
 */
export async function withWebBundle<T>(
  given: string,
  version: string,
  publish: (zip: string, built: Built) => Promise<T>,
): Promise<T> {
  const isFolder = (await stat(given)).isDirectory();
  if (!isFolder) return publish(given, await check(given, version));
  const folder = await mkdtemp(path.join(tmpdir(), 'sealflow-bundle-'));
  try {
    const zip = path.join(folder, `web-${version}.zip`);
    await pack(given, zip);
    return await publish(zip, await check(zip, version));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @throws CommandError where the file is no zip with such an entry. */
export async function demandEntry(file: string, name: string): Promise<void> {
  await textOf(file, name);
}

async function check(zip: string, version: string): Promise<Built> {
  await demandEntry(zip, 'index.html');
  const { version: said = 'nothing', ...built } = builtIn(await textOf(zip, 'build.json'));
  if (compareCode(said, version) !== 0)
    throw new CommandError(`--version is ${version}, but build.json of the bundle says ${said}`);
  return built;
}

function builtIn(text: string): Built & { version?: string } {
  try {
    return JSON.parse(text) as Built & { version?: string };
  } catch {
    return {};
  }
}

/** Entries in the order of their names, so that no file system has a say in it. */
async function pack(folder: string, zip: string): Promise<void> {
  const output = Writable.toWeb(createWriteStream(zip));
  const writer = new ZipWriter(output, { level: 9, useWebWorkers: false, extendedTimestamp: false });
  for (const name of await filesIn(folder)) {
    const bytes = new Uint8Array(await readFile(path.join(folder, name)));
    await writer.add(name, new Uint8ArrayReader(bytes), { lastModDate: always });
  }
  await writer.close();
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .sort();
}

async function textOf(file: string, name: string): Promise<string> {
  // What cannot be read is said in words here; a blob would only say that it is none.
  await access(file, constants.R_OK);
  const reader = new ZipReader(new BlobReader(await openAsBlob(file)), { useWebWorkers: false });
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.filename === name && !entry.directory) return await entry.getData(new TextWriter());
    }
  } catch {
    throw new CommandError(`${path.basename(file)} is no zip archive`);
  } finally {
    await reader.close();
  }
  throw new CommandError(`${path.basename(file)} has no ${name}`);
}
