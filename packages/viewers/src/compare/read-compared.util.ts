import type { Format } from '../format/format.rules.ts';
import { CompareError, compareLimits, type ReadOptions } from './compare.types.ts';

/** The text of a document as it is sent to the worker. */
export type ComparedSource =
  | { readonly kind: 'text'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'pages'; readonly pages: readonly string[] };

const readBytes = 1024 * 1024;

/** Whether documents of the format can be compared: texts, and PDF by their text. Other formats are read by their own viewers. */
export const isComparable = (format: Format): boolean =>
  format.viewer === 'pdf' || (format.viewer === 'text' && format.exactKind === undefined);

/**
 * Reads the text of a document, in memory only.
 * @throws {CompareError} if the document has no text that can be compared; what reading it throws.
 */
export async function readCompared(options: ReadOptions): Promise<ComparedSource> {
  const { content, format, onProgress, signal } = options;
  if (!isComparable(format)) throw new CompareError('unsupported');
  if (format.viewer === 'pdf') {
    const { readPdfPages } = await import('./pdf-page-texts.util.ts');
    return { kind: 'pages', pages: await readPdfPages(options) };
  }
  const { size } = content;
  if (size > compareLimits.bytes) throw new CompareError('tooLong');
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += readBytes) {
    bytes.set(await content.read(at, Math.min(readBytes, size - at), signal), at);
    onProgress(Math.min(1, (at + readBytes) / size));
  }
  return { kind: 'text', bytes };
}
