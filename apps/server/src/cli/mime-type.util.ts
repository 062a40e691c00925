import path from 'node:path';
import type { ByteSource } from '@sealflow/tdf/reader';
import { detectMediaType, headBytes } from '../modules/files/media-type.util.ts';

/** Types that the first bytes cannot distinguish: kinds of text, and the legacy Office formats. */
const byExtension: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'text/plain': {
    '.csv': 'text/csv',
    '.html': 'text/html',
    '.json': 'application/json',
    '.md': 'text/markdown',
    '.svg': 'image/svg+xml',
    '.xml': 'application/xml',
  },
  'application/x-cfb': {
    '.doc': 'application/msword',
    '.msg': 'application/vnd.ms-outlook',
    '.ppt': 'application/vnd.ms-powerpoint',
    '.xls': 'application/vnd.ms-excel',
  },
};

/** The media type by content. The file extension only decides between types with equal content signatures. */
export async function mimeTypeOf(source: ByteSource, name: string): Promise<string> {
  const { mimeType } = await detectMediaType(await source.read(0, Math.min(headBytes, source.size)));
  return byExtension[mimeType]?.[path.extname(name).toLowerCase()] ?? mimeType;
}
