import { crc32InBraids } from './crc-braids.ts';
import { MIN_FOLDED_BYTES, startFolding } from './crc-folding.ts';

type Crc32 = (bytes: Uint8Array, before: number) => number;

let folding: Crc32 | undefined;
let prepared: Promise<void> | undefined;

/** A busy compiler of the engine delays the first document by no more than this. */
const COMPILE_LIMIT_MS = 100;

/**
 * Compiles the faster CRC-32, once. Where the browser or the policy of the page has no WebAssembly with SIMD, and until it
 * is compiled, `crc32` computes in braids. It is awaited before a document, because Chromium compiles nothing while
 * encryption occupies its threads.
 */
export function prepareCrc32(): Promise<void> {
  prepared ??= compile();
  return prepared;
}

async function compile(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, COMPILE_LIMIT_MS);
  });
  const compiled = startFolding()
    .then((started) => (folding = started))
    .catch(() => undefined);
  await Promise.race([compiled, limit]);
  clearTimeout(timer);
}

/** Continues a CRC-32 (ISO 3309, as in zip) whose value so far is `before`. */
export const crc32 = (bytes: Uint8Array, before = 0): number =>
  folding && bytes.length >= MIN_FOLDED_BYTES ? folding(bytes, before) : crc32InBraids(bytes, before);
