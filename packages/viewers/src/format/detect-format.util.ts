import type { ByteSource } from '@sealflow/tdf/reader';
import { isBinaryStl } from '../model/stl.rules.ts';
import { formatOfOle, formatOfZip, isOpenDocument } from './container.rules.ts';
import { dataViewOf } from './data-view.util.ts';
import { type Format, formatOf, headBytes } from './format.rules.ts';
import { openOle } from './ole.util.ts';
import { encryptionOf } from './ole-encryption.util.ts';
import { entriesInZip, findZipDirectory, type ZipEntryName, zipTailBytes } from './zip-names.rules.ts';

/** A larger directory is judged by its beginning. */
const maxDirectoryBytes = 1024 * 1024;

/**
 * Detects the format of a document from its content. Reads its beginning and, of archives, their directory.
 */
export async function detectFormat(content: ByteSource, signal?: AbortSignal): Promise<Format> {
  const { size } = content;
  const readPart = (offset: number, length: number): Promise<Uint8Array> =>
    offset >= size
      ? Promise.resolve(new Uint8Array())
      : content.read(offset, Math.min(length, size - offset), signal);
  const head = await readPart(0, headBytes);
  const container = formatOf(head);
  const isUnknown = container.viewer === null && container.name === '';
  if (isUnknown && isBinaryStl(head, size)) return { viewer: 'model', kind: 'stl', name: 'STL' };
  if (container.viewer !== 'container') return container;
  if (container.kind === 'ole') {
    const ole = await openOle(readPart);
    const isLocked = (await encryptionOf(ole)) !== null;
    return isLocked ? { viewer: 'locked', name: 'Office' } : formatOfOle(ole.rootNames);
  }
  const tailBytes = Math.min(size, zipTailBytes);
  const directoryRange = findZipDirectory(await readPart(size - tailBytes, tailBytes), size);
  const directory =
    directoryRange &&
    (await readPart(directoryRange.offset, Math.min(directoryRange.size, maxDirectoryBytes)));
  const entries = directory ? entriesInZip(directory) : [];
  const format = formatOfZip(
    entries.map(({ name }) => name),
    String.fromCharCode(...head),
  );
  const isLocked = isOpenDocument(format) && (await isEncryptedOpenDocument(entries, readPart));
  return isLocked ? { viewer: 'locked', name: 'OpenDocument' } : format;
}

const localHeaderBytes = 30;
const aesBlockBytes = 16;

/**
 * A password encrypts the parts of an OpenDocument file one by one, and stores them without compression. A stored part that is
 * not encrypted begins as XML. Since LibreOffice 24.8 a single part contains the whole document.
 */
async function isEncryptedOpenDocument(
  entries: readonly ZipEntryName[],
  readPart: (offset: number, length: number) => Promise<Uint8Array>,
): Promise<boolean> {
  if (entries.some(({ name }) => name === 'encrypted-package')) return true;
  const content = entries.find(({ name }) => name === 'content.xml');
  if (!content?.isStored || content.packedBytes === 0 || content.packedBytes % aesBlockBytes !== 0)
    return false;
  const header = await readPart(content.offset, localHeaderBytes);
  if (header.length < localHeaderBytes) return false;
  const view = dataViewOf(header);
  const start = content.offset + localHeaderBytes + view.getUint16(26, true) + view.getUint16(28, true);
  const text = new TextDecoder().decode(await readPart(start, 64));
  return !/^\ufeff?\s*</.test(text);
}
