export type Damage = 'flip' | 'cut' | 'remove' | 'swap' | 'repeat' | 'graft';

const kinds: readonly Damage[] = ['flip', 'flip', 'cut', 'remove', 'swap', 'repeat', 'graft'];

/** The same numbers for the same seed in any browser, so that a failure can be repeated. */
export function randomOf(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** The end of a sealed file contains manifest and directory, where changes have the most effect. */
const tail = 6000;
const longest = 4096;

/** A damaged file with a description of the damage. */
export function tampered(
  file: Uint8Array<ArrayBuffer>,
  foreign: Uint8Array,
  seed: number,
): { readonly file: Uint8Array<ArrayBuffer>; readonly damage: Damage } {
  const random = randomOf(seed);
  const damage = kinds[random(kinds.length)] ?? 'flip';
  const place = () => {
    const isTail = random(2) === 0 && file.length > tail;
    return isTail ? file.length - 1 - random(tail) : random(file.length);
  };
  const bytes = file.slice();
  const at = place();
  const length = 1 + random(Math.min(longest, file.length - at));
  if (damage === 'cut') return { damage, file: bytes.slice(0, at) };
  if (damage === 'remove') {
    bytes.copyWithin(at, at + length);
    return { damage, file: bytes.slice(0, bytes.length - length) };
  }
  if (damage === 'flip') {
    for (let count = 1 + random(3); count > 0; count -= 1) {
      const flipped = place();
      bytes[flipped] = (bytes[flipped] ?? 0) ^ (1 << random(8));
    }
  } else if (damage === 'swap') {
    const other = random(file.length - length);
    bytes.set(file.subarray(other, other + length), at);
    bytes.set(file.subarray(at, at + length), other);
  } else {
    const from = damage === 'graft' ? foreign : file;
    const start = random(Math.max(1, from.length - length));
    bytes.set(from.subarray(start, start + length), at);
  }
  return { damage, file: bytes };
}
