/** Numbers that one seed gives again and again. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number;
  between(from: number, to: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** As many different ones, in any order. */
  some<T>(list: readonly T[], count: number): T[];
  /** Another row of numbers, so that what one part draws leaves the others' alone. */
  branch(name: string): Random;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32: small, quick, and the same everywhere.
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
    chance: (share) => next() < share,
    pick: (list) => {
      if (list.length === 0) throw new RangeError('nothing to pick from');
      return list[Math.floor(next() * list.length)] as (typeof list)[number];
    },
    some: (list, count) => {
      const left = [...list];
      const taken: typeof left = [];
      while (taken.length < count && left.length > 0)
        taken.push(...left.splice(Math.floor(next() * left.length), 1));
      return taken;
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
