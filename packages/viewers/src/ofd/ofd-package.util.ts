import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import { openZip, type RandomAccessBytes, readEntry } from '../archive/zip-files.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { parseXml } from './ofd-xml.rules.ts';

/** A larger file in the package is treated as an attack. */
const maxFileBytes = 128 * 1024 * 1024;
/** Limit of all unpacked files together, by the sizes in the directory. */
const maxTotalBytes = 1024 * 1024 * 1024;
const maxFiles = 50_000;

export type OfdPackage = {
  /** Identifies a package: a seal is a package inside another one. */
  readonly id: number;
  /**
   * Resolves a location, relative to the naming file or, with a leading slash, to the root of the package.
   */
  readonly resolve: (location: string, from: string) => string | null;
  readonly readBytes: (path: string) => Promise<Uint8Array | null>;
  readonly readXml: (path: string | null) => Promise<Element | null>;
};

export const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

function normalizePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

let lastPackageId = 0;

export async function openOfdPackage(source: RandomAccessBytes): Promise<OfdPackage> {
  const files = new Map<string, FileEntry>();
  let remainingBytes = maxTotalBytes;
  for await (const entry of openZip(source).getEntriesGenerator()) {
    if (entry.directory) continue;
    remainingBytes -= entry.uncompressedSize;
    if (remainingBytes < 0 || files.size >= maxFiles) throw new ViewerError('tooLarge');
    files.set(normalizePath(entry.filename).toLowerCase(), entry);
  }
  const resolve = (location: string, from: string): string | null => {
    const trimmedLocation = location.trim();
    if (trimmedLocation === '') return null;
    // Writers deviate from the standard in the base of relative paths: the nearest parent folder that has the
    // file wins.
    const candidates = trimmedLocation.startsWith('/') ? [trimmedLocation] : [];
    for (let folder = folderOf(from); ; folder = folderOf(folder.replace(/\/$/, ''))) {
      candidates.push(folder + trimmedLocation);
      if (folder === '') break;
    }
    const match = candidates.map((path) => normalizePath(path).toLowerCase()).find((path) => files.has(path));
    if (match !== undefined) return match;
    const end = `/${normalizePath(trimmedLocation).toLowerCase()}`;
    return [...files.keys()].find((path) => `/${path}`.endsWith(end)) ?? null;
  };
  const readBytes = async (path: string) => {
    const entry = files.get(path);
    return entry ? readEntry(entry, { maxBytes: maxFileBytes }) : null;
  };
  lastPackageId += 1;
  return {
    id: lastPackageId,
    resolve,
    readBytes,
    readXml: async (path) => {
      const found = path === null ? null : await readBytes(path);
      return found && parseXml(found);
    },
  };
}
