import { fromBase64, fromHex } from '../base64.ts';
import { type Bytes, textOf } from '../bytes.ts';
import { TdfError } from '../error.ts';
import { type IntegrityInformation, SEGMENT_OVERHEAD, type Segment, TAG_SIZE } from '../manifest.ts';

export type SegmentHash = 'GMAC' | 'HS256';

/** Where each segment lies and what its tag must be. Kept flat: a large document has hundreds of thousands. */
export interface SegmentTable {
  readonly count: number;
  /** Plain bytes of all. */
  readonly size: number;
  readonly encryptedSize: number;
  /** Plain bytes of a full segment. */
  readonly blockSize: number;
  readonly algorithm: SegmentHash;
  /** What the root signature is over: all hashes as they stand, decoded from base64. */
  readonly signed: Bytes;
  /** The segment that holds a plain offset below `size`. */
  indexAt(offset: number): number;
  /** Where a segment begins; for `count`, where the last one ends. */
  plainStart(index: number): number;
  encryptedStart(index: number): number;
  hash(index: number): Bytes;
}

/** A segment has to be held whole, so there is a limit to what one may claim. */
const SEGMENT_LIMIT = 8 * 1024 * 1024;
/** Each segment is a job of its own: more than this many have to be worth it. */
const MANY = 64;
const LEAST_OF_MANY = 4096;
const HASH_SIZES: Record<SegmentHash, number> = { GMAC: TAG_SIZE, HS256: 32 };

const invalid = (message: string) => new TdfError('tdf.manifest_invalid', message);
const unsupported = (message: string) => new TdfError('tdf.unsupported', message);

/**
 * The table of a manifest's segments (schema/OpenTDF/integrity_information.md).
 * @throws TdfError `tdf.manifest_invalid`, `tdf.unsupported`, `tdf.too_large`.
 */
export function segmentTable(integrity: IntegrityInformation): SegmentTable {
  const { segments, rootSignature } = integrity;
  const algorithm = integrity.segmentHashAlg ?? rootSignature.alg;
  if (algorithm !== 'GMAC' && algorithm !== 'HS256') {
    throw unsupported('segments hashed by another algorithm');
  }
  const starts = startsOf(integrity);
  demandFull(starts, segments.length);
  const { signed, hashes } = hashesOf(segments, HASH_SIZES[algorithm]);
  const count = segments.length;
  const size = starts[count] ?? 0;
  const plainStart = (index: number): number => starts[index] ?? size;
  return {
    count,
    size,
    encryptedSize: size + count * SEGMENT_OVERHEAD,
    blockSize: plainStart(1) || size,
    algorithm,
    signed,
    plainStart,
    encryptedStart: (index) => plainStart(index) + index * SEGMENT_OVERHEAD,
    hash: (index) => hashes.subarray(index * HASH_SIZES[algorithm], (index + 1) * HASH_SIZES[algorithm]),
    indexAt(offset) {
      let [low, high] = [0, count - 1];
      while (low < high) {
        const middle = (low + high + 1) >>> 1;
        if (plainStart(middle) <= offset) low = middle;
        else high = middle - 1;
      }
      return low;
    },
  };
}

function startsOf(integrity: IntegrityInformation): Float64Array {
  const { segments, segmentSizeDefault, encryptedSegmentSizeDefault } = integrity;
  const starts = new Float64Array(segments.length + 1);
  let at = 0;
  for (const [index, segment] of segments.entries()) {
    const size = segment.segmentSize ?? segmentSizeDefault;
    const encrypted = segment.encryptedSegmentSize ?? encryptedSegmentSizeDefault;
    if (size === undefined || !Number.isSafeInteger(size) || size < 0)
      throw invalid('a segment without a size');
    if (size > SEGMENT_LIMIT) throw new TdfError('tdf.too_large', `a segment of ${size} bytes`);
    if (encrypted != null && encrypted !== size + SEGMENT_OVERHEAD) throw invalid('a segment of two sizes');
    at += size;
    starts[index + 1] = at;
  }
  return starts;
}

/**
 * All segments are full but the last, as every known writer cuts them: then count, size and block size fix every border, a
 * sound segment opens at its own place alone, and nobody's file costs more than its bytes.
 */
function demandFull(starts: Float64Array, count: number): void {
  const full = starts[1] ?? 0;
  if (count > MANY && full < LEAST_OF_MANY) throw unsupported(`${count} segments of ${full} bytes`);
  for (let index = 1; index < count; index += 1) {
    const size = (starts[index + 1] ?? 0) - (starts[index] ?? 0);
    if (index < count - 1 ? size !== full : size > full) throw unsupported('segments of different sizes');
  }
}

function hashesOf(segments: readonly Segment[], size: number): { signed: Bytes; hashes: Bytes } {
  const first = segments[0] ? decoded(segments[0].hash).length : size;
  if (first !== size && first !== size * 2) throw invalid('a segment hash of another length');
  const signed = new Uint8Array(segments.length * first);
  for (const [index, segment] of segments.entries()) {
    const hash = decoded(segment.hash);
    if (hash.length !== first) throw invalid('segment hashes of different lengths');
    signed.set(hash, index * first);
  }
  const hashes = first === size ? signed : hexIn(signed);
  if (!hashes) throw invalid('a segment hash that is no hex');
  return { signed, hashes };
}

function decoded(hash: string): Bytes {
  try {
    return fromBase64(hash);
  } catch (cause) {
    throw new TdfError('tdf.manifest_invalid', 'a segment hash that is no base64', { cause });
  }
}

// Files before 4.3.0 write the hex digits of a hash into its base64.
function hexIn(bytes: Bytes): Bytes | undefined {
  try {
    return fromHex(textOf(bytes));
  } catch {
    return undefined;
  }
}
