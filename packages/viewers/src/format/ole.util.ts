import { dataViewOf } from './data-view.util.ts';

/** Reads a range of a file; returns fewer bytes at the end of the file. */
export type ReadPart = (offset: number, length: number) => Promise<Uint8Array>;

/** An OLE2 compound file ([MS-CFB]): storages and streams, arranged like folders and files. */
export type OleFile = {
  /** The names at the root, which identify the format. Names inside storages belong to embedded documents. */
  readonly rootNames: readonly string[];
  /**
   * Reads the first stream of that name in any storage, ignoring case, or its first `maxBytes`; null where
   * there is none.
   */
  readonly readStream: (name: string, maxBytes?: number) => Promise<Uint8Array | null>;
  /** The places of a stream's bytes in the file, in their order, at most `maxBytes` together. */
  readonly locateStream: (name: string, maxBytes: number) => Promise<readonly FileRange[]>;
};

export type FileRange = { readonly offset: number; readonly length: number };

const headerBytes = 512;
const directoryEntryBytes = 128;
const miniSectorBytes = 64;
/** Sector numbers from here on are markers (end of chain, free), not sectors. */
const firstMarkerSector = 0xfffffffa;
const noEntry = 0xffffffff;
/** Limit of the directory, enough for thousands of entries, which no regular document reaches. */
const maxDirectorySectors = 1024;
/** Limit of the DIFAT sectors, enough for files of several gigabytes. */
const maxDifatSectors = 512;
const difatEntriesInHeader = 109;

type NextSector = (sector: number) => Promise<number>;
type ReadChain = (start: number, maxBytes: number) => Promise<Uint8Array>;

/**
 * Opens a compound file by its directory and the FAT sectors that lead to it. Streams are read on demand. A
 * chain that leaves the file or forms a circle ends there.
 */
export async function openOle(read: ReadPart): Promise<OleFile> {
  const header = await read(0, headerBytes);
  if (header.length < headerBytes)
    return { rootNames: [], readStream: async () => null, locateStream: async () => [] };
  const view = dataViewOf(header);
  const sectorSize = view.getUint16(30, true) === 12 ? 4096 : 512;
  const sector = (number: number) => read((number + 1) * sectorSize, sectorSize);
  const nextSector = createFatReader(view, sectorSize, sector);
  const readChain = createChainReader(sector, nextSector);
  const entries = entriesOf(await readChain(view.getUint32(48, true), maxDirectorySectors * sectorSize));
  const root = entries.find(({ type }) => type === 5);
  let miniStream: ReturnType<typeof openMiniStream> | undefined;
  const openMiniStream = async () => {
    const content = root ? await readChain(root.start, root.size) : new Uint8Array();
    const table = await readChain(view.getUint32(60, true), content.length);
    const miniFat = dataViewOf(table);
    const next: NextSector = async (number) =>
      4 * number + 4 <= table.length ? miniFat.getUint32(4 * number, true) : firstMarkerSector;
    const read = createChainReader(
      async (number) => content.subarray(number * miniSectorBytes, (number + 1) * miniSectorBytes),
      next,
    );
    return { size: content.length, read, next };
  };
  const find = (name: string) => {
    const entry = entries.find((one) => one.type === 2 && one.name.toLowerCase() === name.toLowerCase());
    return entry && { ...entry, isMini: entry.size < view.getUint32(56, true) };
  };
  return {
    rootNames: rootNamesOf(entries),
    async readStream(name, maxBytes = Number.POSITIVE_INFINITY) {
      const entry = find(name);
      if (!entry) return null;
      const readStreamChain = entry.isMini ? (await (miniStream ??= openMiniStream())).read : readChain;
      return readStreamChain(entry.start, Math.min(entry.size, maxBytes));
    },
    async locateStream(name, maxBytes) {
      const entry = find(name);
      if (!entry) return [];
      const locate = (start: number, size: number) =>
        locateChain({ start, maxBytes: Math.min(size, maxBytes), sectorSize, next: nextSector });
      const toRange = (number: number, length: number) => ({ offset: (number + 1) * sectorSize, length });
      if (!entry.isMini) {
        return (await locate(entry.start, entry.size)).map(({ number, length }) => toRange(number, length));
      }
      const mini = await (miniStream ??= openMiniStream());
      const sectors = await locate(root?.start ?? firstMarkerSector, mini.size);
      const miniSectors = await locateChain({
        start: entry.start,
        maxBytes: Math.min(entry.size, maxBytes),
        sectorSize: miniSectorBytes,
        next: mini.next,
      });
      return miniSectors.flatMap(({ number, length }) => {
        const offset = number * miniSectorBytes;
        const inside = sectors[Math.floor(offset / sectorSize)];
        return inside ? [{ offset: toRange(inside.number, 0).offset + (offset % sectorSize), length }] : [];
      });
    },
  };
}

type ChainPlace = {
  readonly start: number;
  readonly maxBytes: number;
  readonly sectorSize: number;
  readonly next: NextSector;
};

/** The sectors of a chain up to `maxBytes`, with the bytes used of each. */
async function locateChain({ start, maxBytes, sectorSize, next }: ChainPlace) {
  const sectors: { readonly number: number; readonly length: number }[] = [];
  let remaining = maxBytes;
  for (let number = start; number < firstMarkerSector && remaining > 0; number = await next(number)) {
    sectors.push({ number, length: Math.min(sectorSize, remaining) });
    remaining -= sectorSize;
  }
  return sectors;
}

/** Concatenates the sectors of a chain up to `maxBytes`: a longer chain would be a circle. */
const createChainReader =
  (sector: (number: number) => Promise<Uint8Array>, next: NextSector): ReadChain =>
  async (start, maxBytes) => {
    const parts: Uint8Array[] = [];
    let size = 0;
    for (let number = start; number < firstMarkerSector && size < maxBytes; number = await next(number)) {
      const part = await sector(number);
      if (part.length === 0) break;
      parts.push(part);
      size += part.length;
    }
    const whole = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole.subarray(0, maxBytes);
  };

/** Returns the next sector of a chain. Each FAT sector is read once, when it is first needed. */
function createFatReader(
  header: DataView,
  sectorSize: number,
  sector: (number: number) => Promise<Uint8Array>,
): NextSector {
  const entriesPerSector = sectorSize / 4;
  const table = new Map<number, Uint8Array>();
  const difatSectors: Uint8Array[] = [];
  let nextDifatSector = header.getUint32(68, true);
  const fatSectorOf = async (index: number): Promise<number> => {
    if (index < difatEntriesInHeader) return header.getUint32(76 + 4 * index, true);
    const list = Math.floor((index - difatEntriesInHeader) / (entriesPerSector - 1));
    while (difatSectors.length <= list) {
      if (nextDifatSector >= firstMarkerSector || difatSectors.length >= maxDifatSectors) return noEntry;
      const bytes = await sector(nextDifatSector);
      if (bytes.length < sectorSize) return noEntry;
      difatSectors.push(bytes);
      nextDifatSector = dataViewOf(bytes).getUint32(sectorSize - 4, true);
    }
    const bytes = difatSectors[list];
    return bytes
      ? dataViewOf(bytes).getUint32(4 * ((index - difatEntriesInHeader) % (entriesPerSector - 1)), true)
      : noEntry;
  };
  return async (number) => {
    const index = Math.floor(number / entriesPerSector);
    let bytes = table.get(index);
    if (!bytes) {
      const fatSector = await fatSectorOf(index);
      if (fatSector >= firstMarkerSector) return noEntry;
      bytes = await sector(fatSector);
      table.set(index, bytes);
    }
    const at = 4 * (number % entriesPerSector);
    return at + 4 <= bytes.length ? dataViewOf(bytes).getUint32(at, true) : noEntry;
  };
}

type Entry = {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
};

function entriesOf(directory: Uint8Array): readonly Entry[] {
  const view = dataViewOf(directory);
  const entries: Entry[] = [];
  for (let at = 0; at + directoryEntryBytes <= directory.length; at += directoryEntryBytes) {
    const length = Math.max(0, Math.min(64, view.getUint16(at + 64, true)) - 2);
    entries.push({
      name: new TextDecoder('utf-16le').decode(directory.subarray(at, at + length)),
      type: view.getUint8(at + 66),
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    });
  }
  return entries;
}

/** The entries of the root storage form a binary tree. */
function rootNamesOf(entries: readonly Entry[]): readonly string[] {
  const seen = new Set<number>();
  const pending = [entries[0]?.child ?? noEntry];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const entry = entries[next];
    if (!entry || seen.has(next)) continue;
    seen.add(next);
    pending.push(entry.left, entry.right);
  }
  return [...seen].map((index) => entries[index]?.name ?? '');
}

/** The bytes of a stream by its places in a file. */
export function gatherRanges(document: Uint8Array, ranges: readonly FileRange[]): Uint8Array {
  const stream = new Uint8Array(ranges.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const { offset, length } of ranges) {
    stream.set(document.subarray(offset, offset + length), at);
    at += length;
  }
  return stream;
}

/** Writes the bytes of a stream to its places in a file. Places behind its end are left out. */
export function scatterRanges(stream: Uint8Array, document: Uint8Array, ranges: readonly FileRange[]): void {
  let at = 0;
  for (const { offset, length } of ranges) {
    const available = Math.max(0, Math.min(length, document.length - offset));
    document.set(stream.subarray(at, at + available), offset);
    at += length;
  }
}
