import { type Bytes, equalBytes, throwIfAborted, unlessAborted } from '../bytes.ts';
import { TdfError } from '../error.ts';
import { IV_BYTES, TAG_BYTES } from '../manifest.ts';
import type { SegmentKeys } from '../payload-keys.ts';
import { type ByteSource, endOfRead, peekExactly } from '../source.ts';
import type { SealedFile } from './sealed.ts';

/** Size limit of the cache for partly read segments: the next read of a viewer is usually in the same segment. */
const CACHE_BYTES = 4 * 1024 * 1024;
/** Encrypted bytes of one read of the source, and the number of concurrent reads. */
const RUN_BYTES = 1024 * 1024;
/** Maximum number of segments per run: each is an asynchronous job that delays other work. */
const MAX_RUN_SEGMENTS = 64;
const MAX_PARALLEL_READS = 3;

/**
 * The content of a protected file, decrypted segment by segment on demand. A segment is used only after both its GCM
 * tag and the tag that the root signature covers have been verified. A read that touches a bad segment returns no byte
 * at all.
 */
export function payloadSource(file: SealedFile, keys: SegmentKeys): ByteSource {
  const { segments, size } = file;
  const { openSegment, openRun } = createOpener(file, keys);
  const cachedSegment = memoizeRecent(
    Math.max(1, Math.floor(CACHE_BYTES / Math.max(1, segments.blockSize))),
    openSegment,
  );

  async function fill(target: Bytes, offset: number, signal?: AbortSignal): Promise<void> {
    const end = offset + target.length;
    const runs = splitIntoRuns(file, offset, end);
    const worker = async (): Promise<void> => {
      for (let segmentRun = runs.shift(); segmentRun; segmentRun = runs.shift()) {
        throwIfAborted(signal);
        const [from, to] = segmentRun;
        const isWhole = segments.plainStart(from) >= offset && segments.plainStart(to) <= end;
        const parts = isWhole
          ? await openRun(from, to, signal)
          : [await unlessAborted(cachedSegment(from), signal)];
        for (const [index, part] of parts.entries()) {
          const start = segments.plainStart(from + index) - offset;
          target.set(part.subarray(Math.max(0, -start), target.length - start), Math.max(0, start));
        }
      }
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL_READS }, worker));
    throwIfAborted(signal);
  }

  return {
    size,
    blockSize: segments.blockSize,
    async read(offset, length, signal) {
      const end = endOfRead(size, offset, length);
      throwIfAborted(signal);
      if (end === offset) return new Uint8Array();
      const index = segments.indexAt(offset);
      if (segments.plainStart(index) === offset && segments.plainStart(index + 1) === end)
        return openSegment(index, signal);
      const target = new Uint8Array(end - offset);
      await fill(target, offset, signal);
      return target;
    },
  };
}

// Splits a read into runs of whole segments. Partly needed segments at either end are runs of their own.
function splitIntoRuns({ segments }: SealedFile, offset: number, end: number): [from: number, to: number][] {
  const runs: [number, number][] = [];
  const last = segments.indexAt(end - 1);
  for (let from = segments.indexAt(offset); from <= last; ) {
    let to = from + 1;
    if (segments.plainStart(from) >= offset) {
      while (
        to <= last &&
        to - from < MAX_RUN_SEGMENTS &&
        segments.plainStart(to + 1) <= end &&
        segments.plainStart(to + 1) - segments.plainStart(from) <= RUN_BYTES
      ) {
        to += 1;
      }
    }
    runs.push([from, to]);
    from = to;
  }
  return runs;
}

interface Opener {
  readonly openSegment: (index: number, signal?: AbortSignal) => Promise<Bytes>;
  /** Opens the segments from `from` up to `to` with a single read of the source. */
  readonly openRun: (from: number, to: number, signal?: AbortSignal) => Promise<Bytes[]>;
}

function createOpener({ source, segments, payloadOffset }: SealedFile, keys: SegmentKeys): Opener {
  async function readRun(from: number, to: number, signal?: AbortSignal): Promise<Bytes> {
    const start = segments.encryptedStart(from);
    const run = await peekExactly(source, payloadOffset + start, segments.encryptedStart(to) - start, signal);
    throwIfAborted(signal);
    return run;
  }

  async function decryptOne(index: number, sealed: Bytes): Promise<Bytes> {
    const expected = segments.plainStart(index + 1) - segments.plainStart(index);
    const hash = segments.hash(index);
    const isListed =
      segments.algorithm === 'GMAC'
        ? equalBytes(hash, sealed.subarray(sealed.length - TAG_BYTES))
        : await crypto.subtle.verify('HMAC', keys.verify, hash, sealed);
    const plain = isListed ? await decrypt(keys, sealed) : undefined;
    if (plain?.length === expected) return plain;
    throw new TdfError('tdf.segment_tampered', `segment ${index} was changed`);
  }

  return {
    openSegment: async (index, signal) => decryptOne(index, await readRun(index, index + 1, signal)),
    async openRun(from, to, signal) {
      const start = segments.encryptedStart(from);
      const run = await readRun(from, to, signal);
      const opened: Promise<Bytes>[] = [];
      for (let index = from; index < to; index += 1) {
        const sealed = run.subarray(
          segments.encryptedStart(index) - start,
          segments.encryptedStart(index + 1) - start,
        );
        opened.push(decryptOne(index, sealed));
      }
      return Promise.all(opened);
    },
  };
}

async function decrypt(keys: SegmentKeys, sealed: Bytes): Promise<Bytes | undefined> {
  try {
    if (keys.decipher) return await keys.decipher(sealed);
    const algorithm = { name: 'AES-GCM', iv: sealed.subarray(0, IV_BYTES) };
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, keys.decrypt, sealed.subarray(IV_BYTES)));
  } catch {
    return undefined;
  }
}

// Memoizes the most recent results. Concurrent reads of one segment share one decryption; failures are not cached.
function memoizeRecent(
  limit: number,
  load: (index: number) => Promise<Bytes>,
): (index: number) => Promise<Bytes> {
  const entries = new Map<number, Promise<Bytes>>();
  return (index) => {
    const entry = entries.get(index) ?? load(index);
    entries.delete(index);
    entries.set(index, entry);
    entry.catch(() => entries.delete(index));
    const [oldest] = entries.keys();
    if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
    return entry;
  };
}
