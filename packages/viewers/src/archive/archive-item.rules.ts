import type { FrameSource } from '../frame/frame.types.ts';

/** The reason why an entry cannot be shown. */
export type Obstacle = 'encrypted' | 'notAFile' | 'unsupported' | 'tooLarge' | 'bomb';

export type ArchiveItem = {
  readonly path: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly size: number;
  readonly date: Date | null;
  readonly obstacle: Obstacle | null;
  /** Its content needs a password. */
  readonly isEncrypted: boolean;
};

/** The content of an archive. `null` as password means that none is known. */
export type Archive = {
  readonly items: readonly ArchiveItem[];
  /**
   * A file as a document of its own.
   * @throws WrongPasswordError for a missing password too.
   */
  readonly contentOf: (item: ArchiveItem, options: UnpackOptions) => Promise<FrameSource>;
};

export type UnpackOptions = {
  readonly password: string | null;
  readonly signal: AbortSignal;
  readonly onProgress: (unpackedBytes: number) => void;
};

export class WrongPasswordError extends Error {
  override readonly name = 'WrongPasswordError';
}

/** Limit of an unpacked entry, which is held in memory. */
export const maxUnpackedBytes = 128 * 1024 * 1024;
/** Deflate reduces text to about a hundredth at best; a large entry with a higher ratio is a zip bomb. */
export const maxRatio = 200;
export const alwaysAllowedBytes = 8 * 1024 * 1024;
export const maxEntries = 200_000;

/** Whether an entry is too large to be unpacked into memory, by its stated size. */
export function sizeObstacleOf(size: number, packedSize: number): 'bomb' | 'tooLarge' | null {
  if (size > alwaysAllowedBytes && size > maxRatio * packedSize) return 'bomb';
  return size > maxUnpackedBytes ? 'tooLarge' : null;
}

/** Unpacked bytes as a document. */
export const sourceOf = (bytes: Uint8Array<ArrayBuffer>): FrameSource => ({
  size: bytes.length,
  read: async (offset, length) => bytes.slice(offset, offset + length),
});

/**
 * Decodes a name that is not marked as UTF-8: usually it is UTF-8 nevertheless, otherwise the Chinese code
 * page of Windows.
 */
export function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}
