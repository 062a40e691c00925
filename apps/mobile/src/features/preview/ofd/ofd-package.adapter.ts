import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import { type Bytes, openZip, readEntry } from '../archive/zip-files.adapter.ts';
import { ViewerError } from '../viewer.types.ts';
import { parseXml } from './ofd-xml.rules.ts';

/** A larger file in the package is treated as an attack. */
const mostBytes = 128 * 1024 * 1024;
/** Limit of all unpacked files together, by the sizes in the directory. */
const mostInAll = 1024 * 1024 * 1024;
const mostFiles = 50_000;

export type OfdPackage = {
  /** Identifies a package: a seal is a package inside another one. */
  readonly id: number;
  /**
   * Resolves a location, relative to the naming file or, with a leading slash, to the root of the package.
   */
  readonly find: (location: string, from: string) => string | null;
  readonly bytes: (path: string) => Promise<Uint8Array | null>;
  readonly xml: (path: string | null) => Promise<Element | null>;
};

export const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

let packages = 0;

export async function openPackage(source: Bytes): Promise<OfdPackage> {
  const files = new Map<string, FileEntry>();
  let left = mostInAll;
  for await (const entry of openZip(source).getEntriesGenerator()) {
    if (entry.directory) continue;
    left -= entry.uncompressedSize;
    if (left < 0 || files.size >= mostFiles) throw new ViewerError('tooLarge');
    files.set(normal(entry.filename).toLowerCase(), entry);
  }
  const find = (location: string, from: string): string | null => {
    const wanted = location.trim();
    if (wanted === '') return null;
    // Writers deviate from the standard in the base of relative paths: the nearest parent folder that has the
    // file wins.
    const tries = wanted.startsWith('/') ? [wanted] : [];
    for (let folder = folderOf(from); ; folder = folderOf(folder.replace(/\/$/, ''))) {
      tries.push(folder + wanted);
      if (folder === '') break;
    }
    const known = tries.map((path) => normal(path).toLowerCase()).find((path) => files.has(path));
    if (known !== undefined) return known;
    const end = `/${normal(wanted).toLowerCase()}`;
    return [...files.keys()].find((path) => `/${path}`.endsWith(end)) ?? null;
  };
  const bytes = async (path: string) => {
    const entry = files.get(path);
    return entry ? readEntry(entry, { limit: mostBytes }) : null;
  };
  packages += 1;
  return {
    id: packages,
    find,
    bytes,
    xml: async (path) => {
      const found = path === null ? null : await bytes(path);
      return found && parseXml(found);
    },
  };
}
