/** Chances that anybody can repeat: the same seed and index give the same throws on every machine. */
export interface Dice {
  /** A whole number from 0 up to, not including, `sides`. */
  below(sides: number): number;
  /** True once in so many throws. */
  oneIn(throws: number): boolean;
  pick<T>(from: readonly T[]): T;
  bytes(length: number): Uint8Array<ArrayBuffer>;
}

/** One pile of chances for each input of a run, so that any of them can be made without those before it. */
export function diceOf(seed: number, index: number): Dice {
  const next = numbers(seed, index);
  const below = (sides: number): number => Math.floor((next() / 2 ** 32) * sides);
  return {
    below,
    oneIn: (throws) => below(throws) === 0,
    pick: <T>(from: readonly T[]): T => {
      if (from.length === 0) throw new RangeError('nothing to pick from');
      return from[below(from.length)] as T;
    },
    bytes: (length) => Uint8Array.from({ length }, () => next() & 0xff),
  };
}

// sfc32 of Chris Doty-Humphrey's PractRand: 128 bits of state, no multiplication.
function numbers(seed: number, index: number): () => number {
  let [a, b, c, counter] = [seed >>> 0, index >>> 0, Math.floor(seed / 2 ** 32) ^ 0x9e3779b9, 1];
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let warm = 0; warm < 12; warm += 1) next();
  return next;
}
