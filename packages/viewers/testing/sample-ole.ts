const sectorSize = 512;
const none = 0xffffffff;
const endOfChain = 0xfffffffe;

const put = (bytes: Uint8Array, at: number, value: number) =>
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(at, value, true);

type Sample = {
  /** Entries at the root. */
  readonly names: readonly string[];
  /** Entries below the first one, like those of an embedded document. */
  readonly below?: readonly string[];
  /** Stores the directory sectors in reverse order, so that a reader needs the allocation table. */
  readonly nextSector?: number;
};

/** An OLE2 file with only a directory. The root entries form a degenerate tree. */
export function sampleOle({ names, below = [], nextSector }: Sample): Uint8Array<ArrayBuffer> {
  const all = ['Root Entry', ...names, ...below];
  const sectors = Math.ceil((all.length * 128) / sectorSize);
  const file = new Uint8Array(sectorSize * (2 + sectors));
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  new DataView(file.buffer).setUint16(30, 9, true);
  put(file, 44, 1);
  put(file, 48, sectors);
  put(file, 68, endOfChain);
  for (let index = 0; index < 109; index += 1) put(file, 76 + 4 * index, index === 0 ? 0 : none);
  const table = file.subarray(sectorSize, 2 * sectorSize);
  // The directory starts at the last sector and continues down to the first one after the table.
  for (let sector = 1; sector <= sectors; sector += 1)
    put(table, 4 * sector, sector === 1 ? (nextSector ?? endOfChain) : sector - 1);
  for (const [index, name] of all.entries()) {
    const sector = sectors - Math.floor(index / 4);
    const at = (sector + 1) * sectorSize + (index % 4) * 128;
    const entry = file.subarray(at, at + 128);
    for (let letter = 0; letter < name.length; letter += 1) entry[2 * letter] = name.charCodeAt(letter);
    entry[64] = 2 * (name.length + 1);
    const isLast = index === names.length || index === all.length - 1;
    put(entry, 68, none);
    put(entry, 72, index === 0 || isLast ? none : index + 1);
    put(entry, 76, index === 0 ? 1 : index === 1 && below.length > 0 ? names.length + 1 : none);
  }
  return file;
}
