import { toBase64 } from './base64.rules.ts';

// By their first bytes, as latin1 text.
const marks: readonly (readonly [at: number, mark: string, type: string])[] = [
  [0, '\x89PNG', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, 'GIF8', 'image/gif'],
  [0, 'BM', 'image/bmp'],
  [8, 'WEBP', 'image/webp'],
];

const endings: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['jpe', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['bmp', 'image/bmp'],
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
]);

/** What a picture is by its first bytes, of those that browsers draw; null for any other. */
export function pictureType(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  return marks.find(([at, mark]) => start.startsWith(mark, at))?.[2] ?? null;
}

/** What a picture is by the ending of its path, as the parts of packages are named. */
export const pictureTypeOf = (path: string): string | undefined =>
  endings.get(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '');

/** A picture as an address that holds it: blobs may be written to the disk. */
export const pictureUrl = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${toBase64(bytes)}`;
