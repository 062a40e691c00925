import type { Dice } from './dice.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Numbers at which lengths, signs and sizes of fields end. */
export const EDGES = [
  0, 1, 2, 7, 8, 16, 22, 28, 30, 46, 127, 128, 255, 256, 0x7fff, 0x8000, 0xfffe, 0xffff, 0x10000, 0x7fffffff,
  0x80000000, 0xfffffffe, 0xffffffff,
] as const;

type Change = (bytes: Bytes, dice: Dice, donor: Bytes) => Bytes;

const placeIn = (bytes: Bytes, dice: Dice): number => dice.below(Math.max(1, bytes.length));

/** A piece of somewhere, rather short than long. */
function piece(bytes: Bytes, dice: Dice): Bytes {
  const at = placeIn(bytes, dice);
  return bytes.slice(at, at + 1 + dice.below(dice.pick([2, 16, 200])));
}

const spliced = (bytes: Bytes, at: number, away: number, put: Uint8Array): Bytes => {
  const whole = new Uint8Array(Math.max(0, bytes.length - away) + put.length);
  whole.set(bytes.subarray(0, at));
  whole.set(put, at);
  whole.set(bytes.subarray(at + away), at + put.length);
  return whole;
};

/** Replaces `away` bytes, as many as there are, by others. */
export const splice = (bytes: Bytes, at: number, away: number, put: Uint8Array): Bytes =>
  spliced(bytes, at, Math.min(away, bytes.length - at), put);

function written(bytes: Bytes, dice: Dice, value: number): Bytes {
  const changed = bytes.slice();
  const at = placeIn(bytes, dice);
  const width = dice.pick([1, 2, 4, 8]);
  if (at + width > changed.length) return changed;
  const isBig = dice.oneIn(2);
  for (let index = 0; index < Math.min(4, width); index += 1)
    changed[at + (isBig ? width - 1 - index : index)] = (value / 2 ** (8 * index)) & 0xff;
  return changed;
}

const CHANGES: Readonly<Record<string, Change>> = {
  bit: (bytes, dice) => {
    const changed = bytes.slice();
    const at = placeIn(bytes, dice);
    if (at < changed.length) changed[at] = (changed[at] ?? 0) ^ (1 << dice.below(8));
    return changed;
  },
  byte: (bytes, dice) => {
    const changed = bytes.slice();
    if (changed.length > 0) changed[placeIn(bytes, dice)] = dice.below(256);
    return changed;
  },
  edge: (bytes, dice) => written(bytes, dice, dice.pick(EDGES)),
  number: (bytes, dice) => written(bytes, dice, dice.below(bytes.length + 70_000)),
  insert: (bytes, dice) => splice(bytes, placeIn(bytes, dice), 0, dice.bytes(1 + dice.below(8))),
  remove: (bytes, dice) => splice(bytes, placeIn(bytes, dice), 1 + dice.below(40), new Uint8Array()),
  repeat: (bytes, dice) => splice(bytes, placeIn(bytes, dice), 0, piece(bytes, dice)),
  overwrite: (bytes, dice) => {
    const put = piece(bytes, dice);
    return splice(bytes, placeIn(bytes, dice), put.length, put);
  },
  foreign: (bytes, dice, donor) => {
    const put = piece(donor, dice);
    return splice(bytes, placeIn(bytes, dice), dice.oneIn(2) ? put.length : 0, put);
  },
  cut: (bytes, dice) => bytes.slice(0, placeIn(bytes, dice)),
  behead: (bytes, dice) => bytes.slice(placeIn(bytes, dice)),
  append: (bytes, dice, donor) => splice(bytes, bytes.length, 0, piece(donor, dice)),
  crossing: (bytes, dice, donor) =>
    splice(bytes, placeIn(bytes, dice), bytes.length, donor.slice(placeIn(donor, dice))),
};

export const HAVOC: readonly string[] = Object.keys(CHANGES);

/** Changes bytes that mean nothing to it in one of the ways named by `HAVOC`; the given ones stay as they are. */
export function havoc(bytes: Bytes, dice: Dice, donor: Bytes = bytes, way: string = dice.pick(HAVOC)): Bytes {
  return CHANGES[way]?.(bytes, dice, donor) ?? bytes;
}

/** Several such changes, mostly few. */
export function manyHavocs(bytes: Bytes, dice: Dice, donor?: Bytes): Bytes {
  let changed = bytes;
  for (let left = 1 << dice.below(4); left > 0; left -= 1) changed = havoc(changed, dice, donor);
  return changed;
}
