import type { Bytes } from '../../../packages/tdf/src/bytes.ts';
import { EDGES } from '../havoc.ts';
import type { Random } from '../random.ts';

type Layout = readonly (readonly [field: string, offset: number, width: 2 | 4 | 8])[];

/** The records of a zip by their signatures (APPNOTE 4.3.7 to 4.3.16). */
const LAYOUTS: Readonly<Record<number, { readonly name: string; readonly fields: Layout }>> = {
  0x04034b50: {
    name: 'local header',
    fields: [
      ['signature', 0, 4],
      ['version', 4, 2],
      ['flags', 6, 2],
      ['method', 8, 2],
      ['time', 10, 2],
      ['date', 12, 2],
      ['checksum', 14, 4],
      ['packed size', 18, 4],
      ['size', 22, 4],
      ['name length', 26, 2],
      ['extra length', 28, 2],
    ],
  },
  0x08074b50: {
    name: 'data descriptor',
    fields: [
      ['signature', 0, 4],
      ['checksum', 4, 4],
      ['packed size', 8, 4],
      ['size', 12, 4],
    ],
  },
  0x02014b50: {
    name: 'directory entry',
    fields: [
      ['signature', 0, 4],
      ['made by', 4, 2],
      ['version', 6, 2],
      ['flags', 8, 2],
      ['method', 10, 2],
      ['time', 12, 2],
      ['date', 14, 2],
      ['checksum', 16, 4],
      ['packed size', 20, 4],
      ['size', 24, 4],
      ['name length', 28, 2],
      ['extra length', 30, 2],
      ['comment length', 32, 2],
      ['disk', 34, 2],
      ['attributes', 36, 2],
      ['more attributes', 38, 4],
      ['offset', 42, 4],
    ],
  },
  0x06054b50: {
    name: 'end record',
    fields: [
      ['signature', 0, 4],
      ['disk', 4, 2],
      ['first disk', 6, 2],
      ['entries here', 8, 2],
      ['entries', 10, 2],
      ['directory size', 12, 4],
      ['directory offset', 16, 4],
      ['comment length', 20, 2],
    ],
  },
  0x06064b50: {
    name: 'zip64 end record',
    fields: [
      ['signature', 0, 4],
      ['record size', 4, 8],
      ['made by', 12, 2],
      ['version', 14, 2],
      ['disk', 16, 4],
      ['first disk', 20, 4],
      ['entries here', 24, 8],
      ['entries', 32, 8],
      ['directory size', 40, 8],
      ['directory offset', 48, 8],
    ],
  },
  0x07064b50: {
    name: 'zip64 locator',
    fields: [
      ['signature', 0, 4],
      ['disk', 4, 4],
      ['offset', 8, 8],
      ['disks', 16, 4],
    ],
  },
};

export interface Field {
  readonly name: string;
  readonly at: number;
  readonly width: 2 | 4 | 8;
}

/** Every field of every record whose signature occurs in a file. */
export function fieldsOf(file: Bytes): readonly Field[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const found: Field[] = [];
  for (let at = 0; at + 4 <= file.length; at += 1) {
    const layout = file[at] === 0x50 ? LAYOUTS[view.getUint32(at, true)] : undefined;
    for (const [name, offset, width] of layout?.fields ?? [])
      if (at + offset + width <= file.length)
        found.push({ name: `${layout?.name} ${name}`, at: at + offset, width });
  }
  return found;
}

const limits = { 2: 0xffff, 4: 0xffffffff, 8: 2 ** 64 } as const;

/** @returns a copy with one field of one record changed, and a description of the change. */
export function changedField(file: Bytes, random: Random): { readonly file: Bytes; readonly field: string } {
  const fields = fieldsOf(file);
  if (fields.length === 0) return { file, field: 'none' };
  const { name, at, width } = random.pick(fields);
  const changed = file.slice();
  const view = new DataView(changed.buffer);
  const old = read(view, at, width);
  const value = random.pick([
    () => old + 1 + random.below(4),
    () => old - 1 - random.below(4),
    () => old ^ (1 << random.below(16)),
    () => random.pick(EDGES),
    () => random.below(file.length + 1),
    () => read(view, random.pick(fields).at, 2),
    () => 2 ** (8 * width) - 1 - random.below(40),
    () => 2 ** 53 + random.below(3),
    () => 2 ** 63,
  ])();
  write(view, at, width, ((value % limits[width]) + limits[width]) % limits[width]);
  return { file: changed, field: name };
}

const read = (view: DataView, at: number, width: number): number =>
  width === 2 ? view.getUint16(at, true) : view.getUint32(at, true);

function write(view: DataView, at: number, width: number, value: number): void {
  if (width === 2) view.setUint16(at, value, true);
  else view.setUint32(at, value % 2 ** 32, true);
  if (width === 8) view.setUint32(at + 4, Math.floor(value / 2 ** 32) % 2 ** 32, true);
}
