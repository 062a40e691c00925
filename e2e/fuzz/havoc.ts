import type { Random } from './random.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Boundary values of lengths, signs and sizes of fields. */
export const EDGES = [
  0, 1, 2, 7, 8, 16, 22, 28, 30, 46, 127, 128, 255, 256, 0x7fff, 0x8000, 0xfffe, 0xffff, 0x10000, 0x7fffffff,
  0x80000000, 0xfffffffe, 0xffffffff,
] as const;

type Change = (bytes: Bytes, random: Random, donor: Bytes) => Bytes;

const randomOffset = (bytes: Bytes, random: Random): number => random.below(Math.max(1, bytes.length));

/** A random piece, usually short. */
function piece(bytes: Bytes, random: Random): Bytes {
  const at = randomOffset(bytes, random);
  return bytes.slice(at, at + 1 + random.below(random.pick([2, 16, 200])));
}

const replaceExactly = (bytes: Bytes, at: number, removeCount: number, insertion: Uint8Array): Bytes => {
  const result = new Uint8Array(Math.max(0, bytes.length - removeCount) + insertion.length);
  result.set(bytes.subarray(0, at));
  result.set(insertion, at);
  result.set(bytes.subarray(at + removeCount), at + insertion.length);
  return result;
};

/** Replaces at most `removeCount` bytes. */
export const splice = (bytes: Bytes, at: number, removeCount: number, insertion: Uint8Array): Bytes =>
  replaceExactly(bytes, at, Math.min(removeCount, bytes.length - at), insertion);

function writeNumber(bytes: Bytes, random: Random, value: number): Bytes {
  const changed = bytes.slice();
  const at = randomOffset(bytes, random);
  const width = random.pick([1, 2, 4, 8]);
  if (at + width > changed.length) return changed;
  const isBig = random.oneIn(2);
  for (let index = 0; index < Math.min(4, width); index += 1)
    changed[at + (isBig ? width - 1 - index : index)] = (value / 2 ** (8 * index)) & 0xff;
  return changed;
}

const CHANGES: Readonly<Record<string, Change>> = {
  bit: (bytes, random) => {
    const changed = bytes.slice();
    const at = randomOffset(bytes, random);
    if (at < changed.length) changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8));
    return changed;
  },
  byte: (bytes, random) => {
    const changed = bytes.slice();
    if (changed.length > 0) changed[randomOffset(bytes, random)] = random.below(256);
    return changed;
  },
  edge: (bytes, random) => writeNumber(bytes, random, random.pick(EDGES)),
  number: (bytes, random) => writeNumber(bytes, random, random.below(bytes.length + 70_000)),
  insert: (bytes, random) => splice(bytes, randomOffset(bytes, random), 0, random.bytes(1 + random.below(8))),
  remove: (bytes, random) =>
    splice(bytes, randomOffset(bytes, random), 1 + random.below(40), new Uint8Array()),
  repeat: (bytes, random) => splice(bytes, randomOffset(bytes, random), 0, piece(bytes, random)),
  overwrite: (bytes, random) => {
    const insertion = piece(bytes, random);
    return splice(bytes, randomOffset(bytes, random), insertion.length, insertion);
  },
  foreign: (bytes, random, donor) => {
    const insertion = piece(donor, random);
    return splice(bytes, randomOffset(bytes, random), random.oneIn(2) ? insertion.length : 0, insertion);
  },
  'drop end': (bytes, random) => bytes.slice(0, randomOffset(bytes, random)),
  'drop start': (bytes, random) => bytes.slice(randomOffset(bytes, random)),
  append: (bytes, random, donor) => splice(bytes, bytes.length, 0, piece(donor, random)),
  crossing: (bytes, random, donor) =>
    splice(bytes, randomOffset(bytes, random), bytes.length, donor.slice(randomOffset(donor, random))),
};

export const HAVOC: readonly string[] = Object.keys(CHANGES);

/** Changes bytes without regard to their format, in one of the ways of `HAVOC`. The input stays unchanged. */
export function havoc(
  bytes: Bytes,
  random: Random,
  donor: Bytes = bytes,
  way: string = random.pick(HAVOC),
): Bytes {
  return CHANGES[way]?.(bytes, random, donor) ?? bytes;
}

/** Several calls of {@link havoc}, usually few. */
export function manyHavocs(bytes: Bytes, random: Random, donor?: Bytes): Bytes {
  let changed = bytes;
  for (let remaining = 1 << random.below(4); remaining > 0; remaining -= 1)
    changed = havoc(changed, random, donor);
  return changed;
}
