import path from 'node:path';
import type { ByteSource } from '@sealflow/tdf/reader';
import { headLength, mediaTypeOf } from '../modules/files/media-type.adapter.ts';

/** What the first bytes cannot tell apart: kinds of text, and the old office formats. */
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

/** By content; the name only tells apart what looks alike. */
export async function mimeTypeOf(source: ByteSource, name: string): Promise<string> {
  const { mimeType } = await mediaTypeOf(await source.read(0, Math.min(headLength, source.size)));
  return byExtension[mimeType]?.[path.extname(name).toLowerCase()] ?? mimeType;
}
