import { utf8 } from '../bytes.ts';

/** Number of bytes that one round of the loop folds. */
export const FOLDED_AT_ONCE = 64;
const VECTOR_BYTES = 16;

// Binary format of WebAssembly (core specification 2.0, chapter 5).
const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const SECTION = { types: 1, functions: 3, memories: 5, exports: 7, code: 10 };
const FUNCTION_TYPE = 0x60;
const I32 = 0x7f;
const EMPTY = 0x40;
const LOOP = 0x03;
const END = 0x0b;
const BRANCH_IF = 0x0d;
const LOCAL_GET = 0x20;
const LOCAL_SET = 0x21;
const I32_CONST = 0x41;
const I32_LESS_UNSIGNED = 0x49;
const I32_ADD = 0x6a;
const V128_LOAD = [0xfd, 0];
const V128_STORE = [0xfd, 11];
const V128_XOR = [0xfd, 81];

/**
 * A module that exports `memory`, of one page, and `fold(from, to, shift)`: from `from` up to `to` it adds the bytes at
 * the three distances before each byte to the byte `shift` bytes after it. The number of bytes is rounded up to
 * `FOLDED_AT_ONCE`. Each distance must be at least that.
 */
export function foldModule(distances: readonly [number, number, number]): Uint8Array<ArrayBuffer> {
  const parameters = [I32, I32, I32];
  return new Uint8Array([
    ...HEADER,
    ...section(SECTION.types, [[FUNCTION_TYPE, ...list(parameters.map((type) => [type])), 0]]),
    ...section(SECTION.functions, [[0]]),
    ...section(SECTION.memories, [[0, 1]]),
    ...section(SECTION.exports, [
      [...name('memory'), 2, 0],
      [...name('fold'), 0, 0],
    ]),
    ...section(SECTION.code, [sized(foldCode(distances))]),
  ]);
}

function foldCode(distances: readonly [number, number, number]): number[] {
  const [from, to, shift, target] = [0, 1, 2, 3];
  // Offsets of WebAssembly are never negative, so the addresses begin at the largest distance.
  const back = Math.max(...distances);
  const starts = Array.from({ length: FOLDED_AT_ONCE / VECTOR_BYTES }, (_, index) => index * VECTOR_BYTES);
  const foldVector = (start: number): readonly number[] => [
    LOCAL_GET,
    target,
    ...loadVector(target, back + start),
    ...distances.flatMap((distance) => loadVector(from, back - distance + start).concat(V128_XOR)),
    ...V128_STORE,
    0,
    ...unsigned(back + start),
  ];
  const instructions: readonly (readonly number[])[] = [
    [1, 1, I32],
    [LOCAL_GET, from, I32_CONST, ...signed(-back), I32_ADD, LOCAL_SET, from],
    [LOCAL_GET, to, I32_CONST, ...signed(-back), I32_ADD, LOCAL_SET, to],
    [LOOP, EMPTY],
    [LOCAL_GET, from, LOCAL_GET, shift, I32_ADD, LOCAL_SET, target],
    ...starts.map(foldVector),
    [LOCAL_GET, from, I32_CONST, ...signed(FOLDED_AT_ONCE), I32_ADD, LOCAL_SET, from],
    [LOCAL_GET, from, LOCAL_GET, to, I32_LESS_UNSIGNED, BRANCH_IF, 0],
    [END, END],
  ];
  return instructions.flat();
}

const loadVector = (base: number, offset: number): number[] => [
  LOCAL_GET,
  base,
  ...V128_LOAD,
  0,
  ...unsigned(offset),
];

// LEB128 (section 5.2.2).
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}

const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes];
const list = (items: readonly number[][]): number[] => [...unsigned(items.length), ...items.flat()];
const section = (id: number, items: readonly number[][]): number[] => [id, ...sized(list(items))];
const name = (text: string): number[] => sized([...utf8(text)]);
