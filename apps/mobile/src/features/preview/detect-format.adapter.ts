import type { ByteSource } from '@sealflow/tdf/reader';
import { formatOfOle, formatOfZip } from './container.rules.ts';
import { type Format, formatOf, headSize } from './format.rules.ts';
import { openOle } from './ole.adapter.ts';
import { findZipDirectory, namesInZip, zipTailSize } from './zip-names.rules.ts';

/** A larger directory is judged by its beginning. */
const mostDirectory = 1024 * 1024;

/**
 * Detects the format of a document from its content. Reads its beginning and, of archives, their directory.
 */
export async function detectFormat(content: ByteSource, signal?: AbortSignal): Promise<Format> {
  const { size } = content;
  const part = (offset: number, length: number): Promise<Uint8Array> =>
    offset >= size
      ? Promise.resolve(new Uint8Array())
      : content.read(offset, Math.min(length, size - offset), signal);
  const head = await part(0, headSize);
  const format = formatOf(head);
  if (format.viewer !== 'container') return format;
  if (format.kind === 'ole') return formatOfOle((await openOle(part)).names);
  const tailSize = Math.min(size, zipTailSize);
  const place = findZipDirectory(await part(size - tailSize, tailSize), size);
  const directory = place && (await part(place.offset, Math.min(place.size, mostDirectory)));
  return formatOfZip(directory ? namesInZip(directory) : [], String.fromCharCode(...head));
}
