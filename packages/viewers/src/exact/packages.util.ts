import {
  type FileEntry,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import { openZip } from '../archive/zip-files.util.ts';

const maxParts = 50_000;

/** The files of a package (docx, odt and others). @returns null if it has more than an office program writes. */
export async function readPackageEntries(document: Uint8Array): Promise<readonly FileEntry[] | null> {
  const entries: FileEntry[] = [];
  const source = {
    size: document.length,
    read: async (offset: number, length: number) => document.subarray(offset, offset + length),
  };
  for await (const entry of openZip(source).getEntriesGenerator()) {
    if (!entry.directory) entries.push(entry);
    if (entries.length > maxParts) return null;
  }
  return entries;
}

/**
 * Writes a package with other contents of some files, by their names. Names that it does not contain are added at its end. The other
 * files stay packed as they are.
 */
export async function writePackage(
  entries: readonly FileEntry[],
  contents: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { dataDescriptor: false, extendedTimestamp: false });
  const added = new Map(contents);
  for (const entry of entries) {
    const content = contents.get(entry.filename);
    added.delete(entry.filename);
    if (content) {
      await zip.add(entry.filename, new Uint8ArrayReader(content), { level: 0 });
    } else {
      const { uncompressedSize, crc32 = 0, compressionMethod } = entry;
      const packed = await entry.getData(new Uint8ArrayWriter(), { passThrough: true });
      const facts = { uncompressedSize, crc32, compressionMethod, passThrough: true };
      await zip.add(entry.filename, new Uint8ArrayReader(packed), facts);
    }
  }
  for (const [name, content] of added) await zip.add(name, new Uint8ArrayReader(content), { level: 0 });
  return Uint8Array.from(await zip.close());
}
