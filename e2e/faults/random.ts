/** A reproducible pseudo-random generator. */
export interface Random {
  /** In the range [0, 1). */
  next(): number;
  /** An integer in the range [0, end). */
  below(end: number): number;
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Distinct elements in random order. */
  sample<T>(list: readonly T[], count: number): T[];
  /** An independent sequence, so that the draws of one part do not change those of another. */
  branch(name: string): Random;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32: small, fast, and the same on every engine.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const random: Random = {
    next,
    below: (end) => Math.floor(next() * end),
    between: (from, to) => from + next() * (to - from),
    chance: (probability) => next() < probability,
    pick: (list) => {
      if (list.length === 0) throw new RangeError('an empty list has nothing to pick');
      return list[Math.floor(next() * list.length)] as (typeof list)[number];
    },
    sample: (list, count) => {
      const remaining = [...list];
      const chosen: typeof remaining = [];
      while (chosen.length < count && remaining.length > 0)
        chosen.push(...remaining.splice(Math.floor(next() * remaining.length), 1));
      return chosen;
    },
    branch: (name) => randomOf(hash(`${seed}:${name}`)),
  };
  return random;
}

/** FNV-1a. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(text)) state = Math.imul(state ^ byte, 0x01000193) >>> 0;
  return state;
}
