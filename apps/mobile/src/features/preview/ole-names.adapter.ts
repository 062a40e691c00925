/** Reads part of a file; gives less where the file ends. */
export type ReadPart = (offset: number, length: number) => Promise<Uint8Array>;

const headerSize = 512;
const entrySize = 128;
const lastSector = 0xfffffffa;
const noEntry = 0xffffffff;
/** Sectors of the directory that are looked at: thousands of entries. No honest document comes near. */
const mostSectors = 1024;
/** Further parts of the list of table sectors: those of files up to some gigabytes. */
const mostLists = 512;
const listInHeader = 109;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * The names at the root of an OLE2 file ([MS-CFB]): its storages and streams, which tell what it is. Reads the directory
 * and the sectors of the table that lead through it, nothing else. Whatever is broken ends the list early.
 */
export async function namesInOle(read: ReadPart): Promise<readonly string[]> {
  const header = await read(0, headerSize);
  if (header.length < headerSize) return [];
  const view = viewOf(header);
  const sectorSize = view.getUint16(30, true) === 12 ? 4096 : 512;
  const sector = (number: number) => read((number + 1) * sectorSize, sectorSize);
  const nextOf = tableReader(view, sectorSize, sector);
  const entries: Entry[] = [];
  let number = view.getUint32(48, true);
  for (let count = 0; number < lastSector && count < mostSectors; count += 1) {
    const bytes = await sector(number);
    if (bytes.length < sectorSize) break;
    for (let at = 0; at < sectorSize; at += entrySize)
      entries.push(entryOf(bytes.subarray(at, at + entrySize)));
    number = await nextOf(number);
  }
  return childrenOfRoot(entries);
}

type Entry = {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly child: number;
};

function entryOf(bytes: Uint8Array): Entry {
  const view = viewOf(bytes);
  const length = Math.max(0, Math.min(64, view.getUint16(64, true)) - 2);
  return {
    name: new TextDecoder('utf-16le').decode(bytes.subarray(0, length)),
    left: view.getUint32(68, true),
    right: view.getUint32(72, true),
    child: view.getUint32(76, true),
  };
}

/** Leads from a sector to the next of its chain, by the one sector of the table that says so. */
function tableReader(header: DataView, sectorSize: number, sector: (number: number) => Promise<Uint8Array>) {
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
  return async (number: number): Promise<number> => {
    const index = Math.floor(number / inSector);
    if (!table.has(index)) {
      const place = await placeOf(index);
      if (place >= lastSector) return noEntry;
      table.set(index, await sector(place));
    }
    const bytes = table.get(index);
    const at = 4 * (number % inSector);
    return bytes && at + 4 <= bytes.length ? viewOf(bytes).getUint32(at, true) : noEntry;
  };
}

/** The root's entries hang in a tree of their own; what lies in storages below is another document's. */
function childrenOfRoot(entries: readonly Entry[]): readonly string[] {
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
