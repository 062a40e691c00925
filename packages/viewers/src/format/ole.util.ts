import { dataViewOf } from './data-view.util.ts';

/** Reads a range of a file; returns fewer bytes at the end of the file. */
export type ReadPart = (offset: number, length: number) => Promise<Uint8Array>;

/** An OLE2 compound file ([MS-CFB]): storages and streams, arranged like folders and files. */
export type OleFile = {
  /** The names at the root, which identify the format. Names inside storages belong to embedded documents. */
  readonly rootNames: readonly string[];
  /** Reads the first stream of that name in any storage, ignoring case; null where there is none. */
  readonly readStream: (name: string) => Promise<Uint8Array | null>;
};

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
  if (header.length < headerBytes) return { rootNames: [], readStream: async () => null };
  const view = dataViewOf(header);
  const sectorSize = view.getUint16(30, true) === 12 ? 4096 : 512;
  const sector = (number: number) => read((number + 1) * sectorSize, sectorSize);
  const readChain = createChainReader(sector, createFatReader(view, sectorSize, sector));
  const entries = entriesOf(await readChain(view.getUint32(48, true), maxDirectorySectors * sectorSize));
  let miniChain: Promise<ReadChain> | undefined;
  const openMiniStream = async (): Promise<ReadChain> => {
    const root = entries.find(({ type }) => type === 5);
    const content = root ? await readChain(root.start, root.size) : new Uint8Array();
    const table = await readChain(view.getUint32(60, true), content.length);
    const miniFat = dataViewOf(table);
    return createChainReader(
      async (number) => content.subarray(number * miniSectorBytes, (number + 1) * miniSectorBytes),
      async (number) =>
        4 * number + 4 <= table.length ? miniFat.getUint32(4 * number, true) : firstMarkerSector,
    );
  };
  return {
    rootNames: rootNamesOf(entries),
    async readStream(name) {
      const entry = entries.find((one) => one.type === 2 && one.name.toLowerCase() === name.toLowerCase());
      if (!entry) return null;
      const isMini = entry.size < view.getUint32(56, true);
      const readStreamChain = isMini ? await (miniChain ??= openMiniStream()) : readChain;
      return readStreamChain(entry.start, entry.size);
    },
  };
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
