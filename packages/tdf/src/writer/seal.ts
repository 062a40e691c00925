import { sha256 } from '../assertion.ts';
import { toHex } from '../base64.ts';
import { type Bytes, concat, release, throwIfAborted } from '../bytes.ts';
import { TdfError } from '../error.ts';
import {
  MANIFEST_NAME,
  PAYLOAD_NAME,
  SEGMENT_BYTES,
  SEGMENT_OVERHEAD_BYTES,
  TAG_BYTES,
} from '../manifest.ts';
import { type CreateSegmentCipher, createIvs, type EncryptedSegment, type SegmentCipher } from './cipher.ts';
import { crc32, prepareCrc32 } from './crc.ts';
import { createSealSession, type SealHeader } from './header.ts';
import { type Content, segmentsIn, sizeOf } from './segmenter.ts';
import { dataDescriptor, directory, localHeader, needsZip64, type WrittenEntry } from './zip.ts';

export interface SealOptions extends SealHeader {
  readonly content: Content;
  /**
   * Plaintext size, if the content does not know its own. If it is known, the archive uses zip64 only when necessary.
   */
  readonly size?: number;
  /** AES-256-GCM of the platform; default WebCrypto. In Node `nodeCipher` of `@sealflow/tdf/node` is faster. */
  readonly cipher?: CreateSegmentCipher;
  /**
   * Frees the memory of a chunk when the next one is requested, and of a block that was read from a `ByteSource` when it
   * is encrypted, where the platform can do that. Otherwise they wait for the garbage collector, in V8 until there are
   * 64 MiB of them. Only for a consumer that has written or copied a chunk before it requests the next one: afterwards
   * the chunk is empty.
   */
  readonly releaseChunks?: boolean;
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
  const [session] = await Promise.all([createSealSession(options, options.cipher), prepareCrc32()]);
  const zip64 = size === undefined || needsZip64(encryptedSize(size));
  const payload = { name: PAYLOAD_NAME, offset: 0, size: 0, crc: 0, descriptor: true, zip64 };
  const tags = createTagList();
  const head = localHeader(payload);
  yield head;
  for await (const { parts, tag } of encrypted(options, session.cipher)) {
    tags.add(tag);
    for (const part of parts) {
      payload.size += part.length;
      payload.crc = crc32(part, payload.crc);
      yield part;
      if (options.releaseChunks) release(part);
    }
  }
  const plainSize = payload.size - tags.count() * SEGMENT_OVERHEAD_BYTES;
  if (size !== undefined && size !== plainSize) {
    throw new TdfError('tdf.size_mismatch', `the content has ${plainSize} bytes instead of ${size}`);
  }
  const manifest = await session.finishManifest(tags.all(), plainSize);
  const end = archiveEnd(payload, head.length, manifest);
  const manifestDigest = sha256(manifest);
  yield end;
  resolveSummary({
    documentId: options.policy.uuid,
    plainSize,
    size: head.length + payload.size + end.length,
    manifestSha256: toHex(await manifestDigest),
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
  { content, signal, releaseChunks }: SealOptions,
  cipher: SegmentCipher,
): AsyncGenerator<EncryptedSegment, void> {
  const queue: Promise<EncryptedSegment>[] = [];
  const nextIv = createIvs();
  for await (const plain of segmentsIn(content, { signal, releaseBlocks: releaseChunks })) {
    throwIfAborted(signal);
    const work = encryptWithIv(cipher, nextIv(), plain);
    // Awaited in order. Until then a failure must not become an unhandled rejection.
    work.catch(() => undefined);
    queue.push(work);
    const ready = queue.length > cipher.segmentsAhead ? await queue.shift() : undefined;
    if (ready) yield ready;
  }
  for (const work of queue) yield await work;
}

async function encryptWithIv(cipher: SegmentCipher, iv: Bytes, plain: Bytes): Promise<EncryptedSegment> {
  const { parts, tag } = await cipher.encrypt(iv, plain);
  return { parts: [iv, ...parts], tag };
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
