import { crc32InBraids } from './crc-braids.ts';
import { FOLDED_AT_ONCE, foldModule } from './crc-module.ts';

// CRC-32 by folding with a sparse multiple of its polynomial, as in Russell, "Chorba: A novel CRC32 implementation"
// (arXiv 2412.16398). The polynomial divides x^4018 + x^2091 + x^1837 + 1, and so the eighth power of it, in which each
// exponent counts bytes. Adding a multiple of that to a message leaves its checksum unchanged. Thus each byte, added to
// three later ones, can be replaced by zero, from the first to the last 4,018. Only the rest needs tables.
const REST_BYTES = 4018;
/** Distances from a byte to the earlier ones that are added to it. */
const DISTANCES = [4018 - 2091, 4018 - 1837, REST_BYTES] as const;

/** Folding costs a fixed time for the rest. */
export const MIN_FOLDED_BYTES = 4 * REST_BYTES;

// Areas of the memory: a block with the bytes before it, and the rest. All of it fits into the fastest cache of a core.
const BLOCK_START = 4096;
const BLOCK_BYTES = 16 * 1024;
const REST_START = BLOCK_START + BLOCK_BYTES + 4096 + FOLDED_AT_ONCE;

/**
 * Compiles the folding CRC-32. Its memory contains the last bytes of which it computed the checksum: it is meant for ciphertext.
 * @throws an error of WebAssembly where it is missing, forbidden or without SIMD.
 */
export async function startFolding(): Promise<(bytes: Uint8Array, before: number) => number> {
  const { instance } = await WebAssembly.instantiate(foldModule(DISTANCES));
  const fold = instance.exports.fold as (from: number, to: number, shift: number) => void;
  const memory = new Uint8Array((instance.exports.memory as WebAssembly.Memory).buffer);

  // Folds all bytes and leaves them with those that follow.
  function foldBlocks(bytes: Uint8Array, before: number): number {
    memory.fill(0, BLOCK_START - REST_BYTES, BLOCK_START);
    let end = BLOCK_START;
    for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
      memory.copyWithin(BLOCK_START - REST_BYTES, end - REST_BYTES, end);
      const block = bytes.subarray(at, at + BLOCK_BYTES);
      memory.set(block, BLOCK_START);
      if (at === 0) addValue(before);
      end = BLOCK_START + block.length;
      fold(BLOCK_START, end, 0);
    }
    return end;
  }

  // Continuing a checksum means to add its complement to the first bytes.
  function addValue(before: number): void {
    const first = new DataView(memory.buffer, BLOCK_START, 4);
    first.setInt32(0, first.getInt32(0, true) ^ ~before, true);
  }

  return (bytes, before) => {
    const foldedLength = bytes.length - REST_BYTES - ((bytes.length - REST_BYTES) % FOLDED_AT_ONCE);
    const rest = bytes.subarray(foldedLength);
    const end = foldBlocks(bytes.subarray(0, foldedLength), before);
    memory.fill(0, end, end + rest.length + FOLDED_AT_ONCE);
    memory.set(rest, REST_START);
    fold(end, end + rest.length, REST_START - end);
    return crc32InBraids(memory.subarray(REST_START, REST_START + rest.length), -1);
  };
}
