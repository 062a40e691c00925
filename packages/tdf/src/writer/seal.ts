import { sha256 } from '../assertion.ts';
import { toHex } from '../base64.ts';
import { type Bytes, concat, randomBytes, throwIfAborted } from '../bytes.ts';
import { TdfError } from '../error.ts';
import {
  IV_BYTES,
  MANIFEST_NAME,
  PAYLOAD_NAME,
  SEGMENT_BYTES,
  SEGMENT_OVERHEAD_BYTES,
  TAG_BYTES,
} from '../manifest.ts';
import { crc32, prepareCrc32 } from './crc.ts';
import { createSealSession, type SealHeader, type SealSession } from './header.ts';
import { type Content, segmentsIn, sizeOf } from './segmenter.ts';
import { dataDescriptor, directory, localHeader, needsZip64, type WrittenEntry } from './zip.ts';

export interface SealOptions extends SealHeader {
  readonly content: Content;
  /**
   * Plaintext size, if the content does not know its own. If it is known, the archive uses zip64 only when necessary.
   */
  readonly size?: number;
  /** Continues a CRC-32 whose value so far is `before`; for platforms with a faster one, such as Node's zlib. */
  readonly crc32?: (bytes: Uint8Array, before: number) => number;
  readonly signal?: AbortSignal;
}

export interface SealSummary {
  /** The uuid of the policy. */
  readonly documentId: string;
  readonly plainSize: number;
  /** Size of the archive in bytes. */
  readonly size: number;
  /** SHA-256 of the manifest as stored in the archive, in lower-case hexadecimal. */
  readonly manifestSha256: string;
}

export interface Sealing {
  /** The archive, in chunks of at most one segment. Can be consumed once. */
  readonly stream: AsyncGenerator<Bytes, void>;
  /** Settles when the stream ends; never if the stream is abandoned. */
  readonly summary: Promise<SealSummary>;
}

/** Segments that are encrypted ahead of the consumer. */
const SEGMENTS_AHEAD = 8;

/**
 * Seals content to an OpenTDF archive as a stream. Memory is constant, except for 16 bytes per segment for the manifest
 * at the end.
 * @throws TdfError, from the stream: `tdf.size_mismatch` if content and `size` differ; `tdf.manifest_invalid` if the
 * key is not a P-256 PEM; the signal's reason on abort.
 */
export function seal(options: SealOptions): Sealing {
  let resolveSummary: (summary: SealSummary) => void = () => undefined;
  const summary = new Promise<SealSummary>((resolve) => {
    resolveSummary = resolve;
  });
  return { stream: write(options, resolveSummary), summary };
}

async function* write(
  options: SealOptions,
  resolveSummary: (summary: SealSummary) => void,
): AsyncGenerator<Bytes, void> {
  const size = options.size ?? sizeOf(options.content);
  const checksum = options.crc32 ?? crc32;
  const [session] = await Promise.all([createSealSession(options), prepareCrc32()]);
  const zip64 = size === undefined || needsZip64(encryptedSize(size));
  const payload = { name: PAYLOAD_NAME, offset: 0, size: 0, crc: 0, descriptor: true, zip64 };
  const tags = createTagList();
  const head = localHeader(payload);
  yield head;
  for await (const { iv, sealed } of encrypted(options, session)) {
    tags.add(sealed.subarray(-TAG_BYTES));
    payload.size += iv.length + sealed.length;
    payload.crc = checksum(sealed, checksum(iv, payload.crc));
    yield iv;
    yield sealed;
  }
  const plainSize = payload.size - tags.count() * SEGMENT_OVERHEAD_BYTES;
  if (size !== undefined && size !== plainSize) {
    throw new TdfError('tdf.size_mismatch', `the content has ${plainSize} bytes instead of ${size}`);
  }
  const manifest = await session.finishManifest(tags.all(), plainSize);
  const end = archiveEnd(payload, head.length, manifest);
  yield end;
  resolveSummary({
    documentId: options.policy.uuid,
    plainSize,
    size: head.length + payload.size + end.length,
    manifestSha256: toHex(await sha256(manifest)),
  });
}

// Everything after the payload.
function archiveEnd(payload: WrittenEntry, head: number, manifest: Bytes): Bytes {
  const descriptor = dataDescriptor(payload);
  const entry: WrittenEntry = {
    name: MANIFEST_NAME,
    offset: head + payload.size + descriptor.length,
    size: manifest.length,
    crc: crc32(manifest),
    descriptor: false,
    zip64: false,
  };
  const header = localHeader(entry);
  const list = directory([payload, entry], entry.offset + header.length + manifest.length);
  return concat([descriptor, header, manifest, list]);
}

const encryptedSize = (plainSize: number): number =>
  plainSize + segmentCount(plainSize) * SEGMENT_OVERHEAD_BYTES;
const segmentCount = (plainSize: number): number => Math.max(1, Math.ceil(plainSize / SEGMENT_BYTES));

/** The exact size of the archive that `seal` makes of content of a known size. */
export async function sealedSize(header: SealHeader, plainSize: number): Promise<number> {
  const session = await createSealSession(header);
  const manifest = await session.finishManifest(
    new Uint8Array(segmentCount(plainSize) * TAG_BYTES),
    plainSize,
  );
  const size = encryptedSize(plainSize);
  const payload = { name: PAYLOAD_NAME, offset: 0, size, crc: 0, descriptor: true, zip64: needsZip64(size) };
  const head = localHeader(payload).length;
  return head + size + archiveEnd(payload, head, manifest).length;
}

async function* encrypted(
  { content, signal }: SealOptions,
  { encrypt }: SealSession,
): AsyncGenerator<SealedSegment, void> {
  const queue: Promise<SealedSegment>[] = [];
  for await (const plain of segmentsIn(content, signal)) {
    throwIfAborted(signal);
    const work = encryptSegment(encrypt, plain);
    // Awaited in order. Until then a failure must not become an unhandled rejection.
    work.catch(() => undefined);
    queue.push(work);
    const ready = queue.length > SEGMENTS_AHEAD ? await queue.shift() : undefined;
    if (ready) yield ready;
  }
  for (const work of queue) yield await work;
}

/** A segment as WebCrypto returns it. Joining both parts would copy the ciphertext. */
interface SealedSegment {
  readonly iv: Bytes;
  /** Ciphertext and tag. */
  readonly sealed: Bytes;
}

async function encryptSegment(key: CryptoKey, plain: Bytes): Promise<SealedSegment> {
  const iv = randomBytes(IV_BYTES);
  return { iv, sealed: new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain)) };
}

function createTagList() {
  let bytes = new Uint8Array(64 * TAG_BYTES);
  let count = 0;
  return {
    count: () => count,
    all: () => bytes.subarray(0, count * TAG_BYTES),
    add(tag: Bytes) {
      if (count * TAG_BYTES === bytes.length) bytes = concat([bytes, new Uint8Array(bytes.length)]);
      bytes.set(tag, count * TAG_BYTES);
      count += 1;
    },
  };
}
