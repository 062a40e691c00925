import { viewOf } from './data-view.rules.ts';

/** Reads a range of a file; returns fewer bytes at the end of the file. */
export type ReadPart = (offset: number, length: number) => Promise<Uint8Array>;

/** An OLE2 compound file ([MS-CFB]): storages and streams, arranged like folders and files. */
export type OleFile = {
  /** The names at the root, which identify the format. Names inside storages belong to embedded documents. */
  readonly names: readonly string[];
  /** Reads the first stream of that name in any storage, ignoring case; null where there is none. */
  readonly stream: (name: string) => Promise<Uint8Array | null>;
};

const headerSize = 512;
const entrySize = 128;
const miniSize = 64;
/** Sector numbers from here on are markers (end of chain, free), not sectors. */
const lastSector = 0xfffffffa;
const noEntry = 0xffffffff;
/** Limit of the directory, enough for thousands of entries, which no regular document reaches. */
const mostSectors = 1024;
/** Limit of the DIFAT sectors, enough for files of several gigabytes. */
const mostLists = 512;
const listInHeader = 109;

type Next = (sector: number) => Promise<number>;
type Chain = (start: number, most: number) => Promise<Uint8Array>;

/**
 * Opens a compound file by its directory and the FAT sectors that lead to it. Streams are read on demand. A
 * chain that leaves the file or forms a circle ends there.
 */
export async function openOle(read: ReadPart): Promise<OleFile> {
  const header = await read(0, headerSize);
  if (header.length < headerSize) return { names: [], stream: async () => null };
  const view = viewOf(header);
  const sectorSize = view.getUint16(30, true) === 12 ? 4096 : 512;
  const sector = (number: number) => read((number + 1) * sectorSize, sectorSize);
  const chain = chainReader(sector, tableReader(view, sectorSize, sector));
  const entries = entriesOf(await chain(view.getUint32(48, true), mostSectors * sectorSize));
  let mini: Promise<Chain> | undefined;
  const openMini = async (): Promise<Chain> => {
    const root = entries.find(({ type }) => type === 5);
    const content = root ? await chain(root.start, root.size) : new Uint8Array();
    const table = await chain(view.getUint32(60, true), content.length);
    const places = viewOf(table);
    return chainReader(
      async (number) => content.subarray(number * miniSize, (number + 1) * miniSize),
      async (number) => (4 * number + 4 <= table.length ? places.getUint32(4 * number, true) : lastSector),
    );
  };
  return {
    names: namesAtRoot(entries),
    async stream(name) {
      const entry = entries.find((one) => one.type === 2 && one.name.toLowerCase() === name.toLowerCase());
      if (!entry) return null;
      const isMini = entry.size < view.getUint32(56, true);
      const follow = isMini ? await (mini ??= openMini()) : chain;
      return follow(entry.start, entry.size);
    },
  };
}

/** Concatenates the sectors of a chain up to `maxBytes`: a longer chain would be a circle. */
const chainReader =
  (sector: (number: number) => Promise<Uint8Array>, next: Next): Chain =>
  async (start, most) => {
    const parts: Uint8Array[] = [];
    let size = 0;
    for (let number = start; number < lastSector && size < most; number = await next(number)) {
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
    return whole.subarray(0, most);
  };

/** Returns the next sector of a chain. Each FAT sector is read once, when it is first needed. */
function tableReader(
  header: DataView,
  sectorSize: number,
  sector: (number: number) => Promise<Uint8Array>,
): Next {
  const inSector = sectorSize / 4;
  const table = new Map<number, Uint8Array>();
  const lists: Uint8Array[] = [];
  let nextList = header.getUint32(68, true);
  const placeOf = async (index: number): Promise<number> => {
    if (index < listInHeader) return header.getUint32(76 + 4 * index, true);
    const list = Math.floor((index - listInHeader) / (inSector - 1));
    while (lists.length <= list) {
      if (nextList >= lastSector || lists.length >= mostLists) return noEntry;
      const bytes = await sector(nextList);
      if (bytes.length < sectorSize) return noEntry;
      lists.push(bytes);
      nextList = viewOf(bytes).getUint32(sectorSize - 4, true);
    }
    const bytes = lists[list];
    return bytes ? viewOf(bytes).getUint32(4 * ((index - listInHeader) % (inSector - 1)), true) : noEntry;
  };
  return async (number) => {
    const index = Math.floor(number / inSector);
    let bytes = table.get(index);
    if (!bytes) {
      const place = await placeOf(index);
      if (place >= lastSector) return noEntry;
      bytes = await sector(place);
      table.set(index, bytes);
    }
    const at = 4 * (number % inSector);
    return at + 4 <= bytes.length ? viewOf(bytes).getUint32(at, true) : noEntry;
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
  const view = viewOf(directory);
  const entries: Entry[] = [];
  for (let at = 0; at + entrySize <= directory.length; at += entrySize) {
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
function namesAtRoot(entries: readonly Entry[]): readonly string[] {
  const seen = new Set<number>();
  const waiting = [entries[0]?.child ?? noEntry];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entry = entries[next];
    if (!entry || seen.has(next)) continue;
    seen.add(next);
    waiting.push(entry.left, entry.right);
  }
  return [...seen].map((index) => entries[index]?.name ?? '');
}
