import { fromBase64, fromHex } from '../base64.ts';
import { type Bytes, textOf } from '../bytes.ts';
import { TdfError } from '../error.ts';
import { type IntegrityInformation, SEGMENT_OVERHEAD_BYTES, type Segment, TAG_BYTES } from '../manifest.ts';

export type SegmentHash = 'GMAC' | 'HS256';

/** Position and tag of each segment. Stored in flat arrays: a large document has hundreds of thousands. */
export interface SegmentTable {
  readonly count: number;
  /** Plaintext size of all segments, in bytes. */
  readonly size: number;
  readonly encryptedSize: number;
  /** Plaintext size of a full segment, in bytes. */
  readonly blockSize: number;
  readonly algorithm: SegmentHash;
  /** Input of the root signature: all hashes in order, decoded from base64. */
  readonly signed: Bytes;
  /** The segment that contains a plaintext offset below `size`. */
  indexAt(offset: number): number;
  /** The plaintext offset of a segment; for `count`, the end of the last one. */
  plainStart(index: number): number;
  encryptedStart(index: number): number;
  hash(index: number): Bytes;
}

/** A segment must fit into memory as a whole, so its claimed size is limited. */
const MAX_SEGMENT_BYTES = 8 * 1024 * 1024;
/** Each segment is an asynchronous job, so more segments than this must have a minimum size. */
const MAX_SMALL_SEGMENTS = 64;
const MIN_SEGMENT_BYTES = 4096;
const HASH_BYTES: Record<SegmentHash, number> = { GMAC: TAG_BYTES, HS256: 32 };

const invalid = (message: string) => new TdfError('tdf.manifest_invalid', message);
const unsupported = (message: string) => new TdfError('tdf.unsupported', message);

/**
 * Builds the table of a manifest's segments (schema/OpenTDF/integrity_information.md).
 * @throws TdfError `tdf.manifest_invalid`, `tdf.unsupported`, `tdf.too_large`.
 */
export function segmentTable(integrity: IntegrityInformation): SegmentTable {
  const { segments, rootSignature } = integrity;
  const algorithm = integrity.segmentHashAlg ?? rootSignature.alg;
  if (algorithm !== 'GMAC' && algorithm !== 'HS256') {
    throw unsupported('unsupported segmentHashAlg');
  }
  const starts = segmentStarts(integrity);
  assertUniformSegments(starts, segments.length);
  const { signed, hashes } = decodeHashes(segments, HASH_BYTES[algorithm]);
  const count = segments.length;
  const size = starts[count] ?? 0;
  const plainStart = (index: number): number => starts[index] ?? size;
  const blockSize = plainStart(1) || size;
  return {
    count,
    size,
    encryptedSize: size + count * SEGMENT_OVERHEAD_BYTES,
    blockSize,
    algorithm,
    signed,
    plainStart,
    encryptedStart: (index) => plainStart(index) + index * SEGMENT_OVERHEAD_BYTES,
    hash: (index) => hashes.subarray(index * HASH_BYTES[algorithm], (index + 1) * HASH_BYTES[algorithm]),
    // All segments but the last are full.
    indexAt: (offset) => Math.min(count - 1, Math.floor(offset / blockSize)),
  };
}

function segmentStarts(integrity: IntegrityInformation): Float64Array {
  const { segments, segmentSizeDefault, encryptedSegmentSizeDefault } = integrity;
  const starts = new Float64Array(segments.length + 1);
  let at = 0;
  for (const [index, segment] of segments.entries()) {
    const size = segment.segmentSize ?? segmentSizeDefault;
    const encrypted = segment.encryptedSegmentSize ?? encryptedSegmentSizeDefault;
    if (size === undefined || !Number.isSafeInteger(size) || size < 0)
      throw invalid('a segment has no valid size');
    if (size > MAX_SEGMENT_BYTES) throw new TdfError('tdf.too_large', `segment too large: ${size} bytes`);
    if (encrypted != null && encrypted !== size + SEGMENT_OVERHEAD_BYTES)
      throw invalid('segmentSize and encryptedSegmentSize disagree');
    at += size;
    starts[index + 1] = at;
  }
  return starts;
}

/**
 * Requires all segments but the last to be full, as every known writer cuts them. Then count, size and block size
 * determine every boundary, a valid segment decrypts only at its own position, and no file costs more than its bytes.
 */
function assertUniformSegments(starts: Float64Array, count: number): void {
  const fullSize = starts[1] ?? 0;
  if (count > MAX_SMALL_SEGMENTS && fullSize < MIN_SEGMENT_BYTES)
    throw unsupported(`${count} segments of ${fullSize} bytes`);
  for (let index = 1; index < count; index += 1) {
    const size = (starts[index + 1] ?? 0) - (starts[index] ?? 0);
    if (index < count - 1 ? size !== fullSize : size > fullSize)
      throw unsupported('segments of different sizes');
  }
}

function decodeHashes(segments: readonly Segment[], size: number): { signed: Bytes; hashes: Bytes } {
  const first = segments[0] ? decodeHash(segments[0].hash).length : size;
  if (first !== size && first !== size * 2) throw invalid('a segment hash has the wrong length');
  const signed = new Uint8Array(segments.length * first);
  for (const [index, segment] of segments.entries()) {
    const hash = decodeHash(segment.hash);
    if (hash.length !== first) throw invalid('segment hashes differ in length');
    signed.set(hash, index * first);
  }
  const hashes = first === size ? signed : decodeHex(signed);
  if (!hashes) throw invalid('a segment hash is not hexadecimal');
  return { signed, hashes };
}

function decodeHash(hash: string): Bytes {
  try {
    return fromBase64(hash);
  } catch (cause) {
    throw new TdfError('tdf.manifest_invalid', 'a segment hash is not base64', { cause });
  }
}

// Files before 4.3.0 encode the hexadecimal digits of a hash in base64.
function decodeHex(bytes: Bytes): Bytes | undefined {
  try {
    return fromHex(textOf(bytes));
  } catch {
    return undefined;
  }
}
