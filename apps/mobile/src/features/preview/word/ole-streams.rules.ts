const last = 0xfffffffa;
const entrySize = 128;
const miniSize = 64;

/** The streams at any place of an OLE2 file ([MS-CFB]), by their names; null where there is none. */
export type OleFile = { readonly stream: (name: string) => Uint8Array | null };

type Entry = { readonly name: string; readonly type: number; readonly start: number; readonly size: number };

/** Reads an OLE2 file that is whole in memory. Chains that lead out of the file or in circles end there. */
export function openOle(file: Uint8Array): OleFile {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const word = (at: number) => (at + 4 <= file.length ? view.getUint32(at, true) : last);
  const size = file.length > 32 && view.getUint16(30, true) === 12 ? 4096 : 512;
  const offsetOf = (sector: number) => (sector + 1) * size;
  const most = Math.ceil(file.length / size);

  const tables: number[] = [];
  for (let index = 0; index < 109; index += 1) tables.push(word(76 + 4 * index));
  let list = word(68);
  for (let count = 0; list < last && count < most; count += 1) {
    for (let at = 0; at < size - 4; at += 4) tables.push(word(offsetOf(list) + at));
    list = word(offsetOf(list) + size - 4);
  }
  const perTable = size / 4;
  const next = (sector: number) => {
    const table = tables[Math.floor(sector / perTable)] ?? last;
    return table < last ? word(offsetOf(table) + 4 * (sector % perTable)) : last;
  };
  const chain = (start: number): Uint8Array => {
    const parts: Uint8Array[] = [];
    for (let sector = start; sector < last && parts.length < most; sector = next(sector))
      parts.push(file.subarray(offsetOf(sector), offsetOf(sector) + size));
    return joined(parts);
  };
  const entries = entriesOf(chain(word(48)));
  const root = entries.find(({ type }) => type === 5);
  const mini = root ? chain(root.start) : new Uint8Array();
  const miniTable = chain(word(60));
  const miniView = new DataView(miniTable.buffer, miniTable.byteOffset, miniTable.byteLength);
  const miniChain = (start: number): Uint8Array => {
    const parts: Uint8Array[] = [];
    for (let sector = start; sector < last && parts.length <= mini.length / miniSize; ) {
      parts.push(mini.subarray(sector * miniSize, (sector + 1) * miniSize));
      sector = 4 * sector + 4 <= miniTable.length ? miniView.getUint32(4 * sector, true) : last;
    }
    return joined(parts);
  };
  const least = word(56);
  return {
    stream(name) {
      const entry = entries.find((one) => one.type === 2 && one.name.toLowerCase() === name.toLowerCase());
      if (!entry) return null;
      const bytes = entry.size < least ? miniChain(entry.start) : chain(entry.start);
      return bytes.subarray(0, entry.size);
    },
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function entriesOf(directory: Uint8Array): readonly Entry[] {
  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
  const entries: Entry[] = [];
  for (let at = 0; at + entrySize <= directory.length; at += entrySize) {
    const length = Math.max(0, Math.min(64, view.getUint16(at + 64, true)) - 2);
    entries.push({
      name: new TextDecoder('utf-16le').decode(directory.subarray(at, at + length)),
      type: directory[at + 66] ?? 0,
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    });
  }
  return entries;
}
