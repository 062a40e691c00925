import {
  type Bytes,
  bytesSource,
  openDocument,
  type PayloadKeys,
  readSealed,
  type SealOptions,
  seal,
  sealedSize,
  streamOf,
} from '@sealflow/tdf';
import { makeSample, sealInMemory } from './sealed-sample.ts';
import { ratio } from './stats.ts';

const IV = 12;
const SEGMENT = 256 * 1024;
const SEALED = SEGMENT + 28;
/** Concurrent operations of the raw measurement. Two are the optimum on two cores. */
const LANES = 8;

export interface Throughput {
  /** Bytes, whole segments in each slice. */
  readonly size: number;
  readonly slices: number;
  readonly rounds: number;
}

async function concurrently(
  from: number,
  to: number,
  one: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = from;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < to; index = next++) await one(index);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

interface SegmentWork {
  /** One WebCrypto call for a segment. The calls run with the optimal concurrency. */
  readonly rawSegment: (index: number) => Promise<unknown>;
  readonly ours: (slice: { readonly offset: number; readonly length: number }) => Promise<unknown>;
}

/** Compares the work on each slice with raw AES-256-GCM on the same segments. */
function segmentRatio(
  { size, slices, rounds }: Throughput,
  { rawSegment, ours }: SegmentWork,
): Promise<number> {
  const length = size / slices;
  const segments = length / SEGMENT;
  return ratio({
    slices,
    rounds,
    raw: (slice) => concurrently(slice * segments, (slice + 1) * segments, rawSegment),
    ours: (slice) => ours({ offset: slice * length, length }),
  });
}

/** Decrypts a document from front to back, compared with raw AES-256-GCM. */
export async function decryptRatio(
  throughput: Throughput,
  createDecipher?: (dataKey: Bytes) => NonNullable<PayloadKeys['decipher']>,
): Promise<number> {
  const { size } = throughput;
  const sample = await makeSample(size);
  const file = await sealInMemory(sample.options, await sealedSize(sample.options, size));
  const sealed = await readSealed(bytesSource(file));
  if (!sealed) throw new Error('the sample is not sealed');
  const { keys, dataKey } = await sample.keysOf(sealed.source);
  const decipher = createDecipher && { decipher: createDecipher(dataKey) };
  const { bytes } = await openDocument({ source: sealed, keys: { ...keys, ...decipher } });
  return segmentRatio(throughput, {
    rawSegment: (index) => {
      const at = sealed.payloadOffset + index * SEALED;
      const iv = file.subarray(at, at + IV);
      return crypto.subtle.decrypt(
        { name: 'AES-GCM', iv },
        keys.decrypt,
        file.subarray(at + IV, at + SEALED),
      );
    },
    // WebCrypto in Node wipes the memory, which the garbage collector does on another thread.
    ours: (slice) =>
      drained(streamOf(bytes, { ...slice, releaseBlocks: decipher !== undefined }), slice.length),
  });
}

/** Seals a stream, compared with raw AES-256-GCM. */
export async function encryptRatio(throughput: Throughput, cipher?: SealOptions['cipher']): Promise<number> {
  const { size } = throughput;
  const sample = await makeSample(size);
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt']);
  const plain = await sealInMemory(sample.options, await sealedSize(sample.options, size));
  return segmentRatio(throughput, {
    rawSegment: (index) => {
      const iv = crypto.getRandomValues(new Uint8Array(IV));
      const segment = plain.subarray(index * SEGMENT, (index + 1) * SEGMENT);
      return crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, segment);
    },
    ours: ({ offset, length }) => {
      const content = plain.subarray(offset, offset + length);
      const options = { ...sample.options, size: length, content, releaseChunks: true };
      return drained(seal({ ...options, ...(cipher ? { cipher } : {}) }).stream);
    },
  });
}

async function drained(chunks: AsyncIterable<Bytes>, expected?: number): Promise<void> {
  let size = 0;
  for await (const chunk of chunks) size += chunk.length;
  if (expected !== undefined && size !== expected) throw new Error(`${size} bytes came, not ${expected}`);
}
