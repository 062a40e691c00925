/** A reproducible random generator: the same seed and index give the same numbers on every machine. */
export interface Random {
  /** An integer in the range [0, end). */
  below(end: number): number;
  /** True with the probability 1 / draws. */
  oneIn(draws: number): boolean;
  pick<T>(from: readonly T[]): T;
  bytes(length: number): Uint8Array<ArrayBuffer>;
}

/** Each input has its own sequence, so that it can be generated without the inputs before it. */
export function randomOf(seed: number, index: number): Random {
  const next = numbers(seed, index);
  const below = (end: number): number => Math.floor((next() / 2 ** 32) * end);
  return {
    below,
    oneIn: (draws) => below(draws) === 0,
    pick: <T>(from: readonly T[]): T => {
      if (from.length === 0) throw new RangeError('an empty list has nothing to pick');
      return from[below(from.length)] as T;
    },
    bytes: (length) => Uint8Array.from({ length }, () => next() & 0xff),
  };
}

// sfc32 of Chris Doty-Humphrey’s PractRand: 128 bits of state, no multiplication.
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
  for (let round = 0; round < 12; round += 1) next();
  return next;
}
