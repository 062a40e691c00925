import { constants, createWriteStream, openAsBlob } from 'node:fs';
import { access, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { compareCodeVersions } from '@sealflow/domain/versions';
import { BlobReader, TextWriter, Uint8ArrayReader, ZipReader, ZipWriter } from '@zip.js/zip.js';
import { CommandError } from './usage.errors.ts';

/** Fixed entry date, so that equal files make equal zips. 1980 is the earliest date of the zip format. */
const fixedEntryDate = new Date(1980, 0, 1);

/** Build information that phones compare with their own before they install the bundle. */
export interface BuildInfo {
  environment?: string;
  push?: string;
}

/**
 * Calls `publish` with a verified zip of the bundle and its build information. A folder is packed into a temporary zip.
 * @throws CommandError if it is not a web bundle of this version.
 */
export async function withWebBundle<T>(
  bundlePath: string,
  version: string,
  publish: (zip: string, buildInfo: BuildInfo) => Promise<T>,
): Promise<T> {
  const isFolder = (await stat(bundlePath)).isDirectory();
  if (!isFolder) return publish(bundlePath, await verifyBundle(bundlePath, version));
  const folder = await mkdtemp(path.join(tmpdir(), 'sealflow-bundle-'));
  try {
    const zip = path.join(folder, `web-${version}.zip`);
    await packFolder(bundlePath, zip);
    return await publish(zip, await verifyBundle(zip, version));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @throws CommandError if the file is not a zip with this entry. */
export async function assertZipEntry(file: string, name: string): Promise<void> {
  await readZipEntry(file, name);
}

async function verifyBundle(zip: string, version: string): Promise<BuildInfo> {
  await assertZipEntry(zip, 'index.html');
  const { version: builtVersion = 'nothing', ...buildInfo } = parseBuildInfo(
    await readZipEntry(zip, 'build.json'),
  );
  if (compareCodeVersions(builtVersion, version) !== 0)
    throw new CommandError(`--version is ${version}, but build.json of the bundle has ${builtVersion}`);
  return buildInfo;
}

function parseBuildInfo(text: string): BuildInfo & { version?: string } {
  try {
    return JSON.parse(text) as BuildInfo & { version?: string };
  } catch {
    return {};
  }
}

/** Sorted by name, so that the result does not depend on the file system. */
async function packFolder(folder: string, zip: string): Promise<void> {
  const output = Writable.toWeb(createWriteStream(zip));
  const writer = new ZipWriter(output, { level: 9, useWebWorkers: false, extendedTimestamp: false });
  for (const name of await listFiles(folder)) {
    const bytes = new Uint8Array(await readFile(path.join(folder, name)));
    await writer.add(name, new Uint8ArrayReader(bytes), { lastModDate: fixedEntryDate });
  }
  await writer.close();
}

async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .sort();
}

async function readZipEntry(file: string, name: string): Promise<string> {
  // An unreadable file fails here with a clear error; `openAsBlob` would hide the cause.
  await access(file, constants.R_OK);
  const reader = new ZipReader(new BlobReader(await openAsBlob(file)), { useWebWorkers: false });
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.filename === name && !entry.directory) return await entry.getData(new TextWriter());
    }
  } catch {
    throw new CommandError(`${path.basename(file)} is not a zip archive`);
  } finally {
    await reader.close();
  }
  throw new CommandError(`${path.basename(file)} has no ${name}`);
}
