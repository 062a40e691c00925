import { toBase64 } from './base64.util.ts';

// Signatures of the first bytes, as latin1 text.
const signatures: readonly (readonly [at: number, mark: string, type: string])[] = [
  [0, '\x89PNG', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, 'GIF8', 'image/gif'],
  [0, 'BM', 'image/bmp'],
  [8, 'WEBP', 'image/webp'],
];

const typesByExtension: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['jpe', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['bmp', 'image/bmp'],
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
]);

/** The media type of a picture by its first bytes, among the types that browsers draw; null for any other. */
export function pictureTypeOfBytes(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  return signatures.find(([at, mark]) => start.startsWith(mark, at))?.[2] ?? null;
}

/** The media type of a picture by the extension of its path, as package formats name their parts. */
export const pictureTypeOfPath = (path: string): string | undefined =>
  typesByExtension.get(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '');

/** A picture as a data URL. A blob URL is not used because the browser may write blobs to disk. */
export const pictureUrl = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${toBase64(bytes)}`;
