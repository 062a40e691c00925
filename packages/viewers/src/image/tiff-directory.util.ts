import type { FrameSource } from '../frame/frame.types.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { createBufferedReader } from './buffered-reader.util.ts';

/** Bytes per value of each field type (TIFF 6.0 section 2, and BigTIFF). */
const bytesPerType: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
};
/** A longer chain of directories is probably circular. */
const maxDirectories = 5000;
const maxEntries = 4096;
const maxValues = 4_000_000;
const windowBytes = 1024;

type Entry = { readonly type: number; readonly count: number; readonly at: number };

export type TiffDirectory = {
  /** Reads the values of a tag, which may be stored outside the directory; empty where the tag is missing. */
  readonly values: (tag: number) => Promise<readonly number[]>;
};

export type TiffFile = { readonly isLittleEndian: boolean; readonly directories: readonly TiffDirectory[] };

/** Reads the chain of image file directories (IFD), one per picture, without the picture data. */
export async function readDirectories(source: FrameSource): Promise<TiffFile> {
  const read = createBufferedReader(source, windowBytes);
  const head = await read(0, 16);
  if (head.length < 8) throw new ViewerError('imageFailed');
  const isLittleEndian = head[0] === 0x49;
  const at = async (offset: number, length: number) => {
    const bytes = await read(offset, length);
    if (bytes.length < length) throw new ViewerError('imageFailed');
    return new DataView(bytes.buffer, bytes.byteOffset, length);
  };
  const isBig = new DataView(head.buffer, head.byteOffset).getUint16(2, isLittleEndian) === 43;
  const long = (data: DataView, offset: number) =>
    isBig ? Number(data.getBigUint64(offset, isLittleEndian)) : data.getUint32(offset, isLittleEndian);
  const [countSize, entrySize, offsetSize] = isBig ? [8, 20, 8] : [2, 12, 4];

  const entryOf = (data: DataView, offset: number, directoryOffset: number): readonly [number, Entry] => {
    const type = data.getUint16(offset + 2, isLittleEndian);
    const count = long(data, offset + 4);
    const length = (bytesPerType[type] ?? 0) * count;
    const field = offset + 4 + offsetSize;
    return [
      data.getUint16(offset, isLittleEndian),
      { type, count, at: length <= offsetSize ? directoryOffset + field : long(data, field) },
    ];
  };
  const valuesOf = async ({ type, count, at: directoryOffset }: Entry): Promise<readonly number[]> => {
    const width = bytesPerType[type];
    if (width === undefined || count > maxValues) return [];
    const data = await at(directoryOffset, width * count);
    return Array.from({ length: count }, (_, index) => valueAt(data, index * width, type));
  };
  const valueAt = (data: DataView, offset: number, type: number): number => {
    if (type === 3) return data.getUint16(offset, isLittleEndian);
    if (type === 4 || type === 13) return data.getUint32(offset, isLittleEndian);
    if (type === 5)
      return data.getUint32(offset, isLittleEndian) / data.getUint32(offset + 4, isLittleEndian);
    if (type === 8) return data.getInt16(offset, isLittleEndian);
    if (type === 9) return data.getInt32(offset, isLittleEndian);
    if (type >= 16) return Number(data.getBigUint64(offset, isLittleEndian));
    return data.getUint8(offset);
  };

  const directories: TiffDirectory[] = [];
  const seen = new Set<number>();
  let directoryOffset = isBig
    ? long(await at(0, 16), 8)
    : new DataView(head.buffer, head.byteOffset).getUint32(4, isLittleEndian);
  while (directoryOffset > 0 && !seen.has(directoryOffset) && directories.length < maxDirectories) {
    seen.add(directoryOffset);
    try {
      const countView = await at(directoryOffset, countSize);
      const count = isBig ? long(countView, 0) : countView.getUint16(0, isLittleEndian);
      if (count > maxEntries) break;
      const begin = directoryOffset + countSize;
      const data = await at(begin, count * entrySize + offsetSize);
      const entries = new Map(
        Array.from({ length: count }, (_, index) => entryOf(data, index * entrySize, begin)),
      );
      directories.push({
        values: async (tag) => {
          const entry = entries.get(tag);
          return entry ? valuesOf(entry) : [];
        },
      });
      directoryOffset = long(data, count * entrySize);
    } catch {
      // The file is truncated: the directories so far are used.
      break;
    }
  }
  if (directories.length === 0) throw new ViewerError('imageFailed');
  return { isLittleEndian, directories };
}
