import type { ByteSource } from '@sealflow/tdf/reader';
import { formatOfOle, formatOfZip } from './container.rules.ts';
import { type Format, formatOf, headBytes } from './format.rules.ts';
import { openOle } from './ole.util.ts';
import { encryptionOf } from './ole-encryption.util.ts';
import { findZipDirectory, namesInZip, zipTailBytes } from './zip-names.rules.ts';

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
  const format = formatOf(head);
  if (format.viewer !== 'container') return format;
  if (format.kind === 'ole') {
    const ole = await openOle(readPart);
    const isLocked = (await encryptionOf(ole)) !== null;
    return isLocked ? { viewer: 'locked', name: 'Office' } : formatOfOle(ole.rootNames);
  }
  const tailBytes = Math.min(size, zipTailBytes);
  const directoryRange = findZipDirectory(await readPart(size - tailBytes, tailBytes), size);
  const directory =
    directoryRange &&
    (await readPart(directoryRange.offset, Math.min(directoryRange.size, maxDirectoryBytes)));
  return formatOfZip(directory ? namesInZip(directory) : [], String.fromCharCode(...head));
}
