import { sha256 } from '../assertion.ts';
import { toHex } from '../base64.ts';
import { type Bytes, concat, randomBytes, throwIfAborted } from '../bytes.ts';
import { TdfError } from '../error.ts';
import {
  IV_SIZE,
  MANIFEST_NAME,
  PAYLOAD_NAME,
  SEGMENT_OVERHEAD,
  SEGMENT_SIZE,
  TAG_SIZE,
} from '../manifest.ts';
import { crc32 } from './crc.ts';
import { type Begun, begin, type SealHeader } from './header.ts';
import { type Content, segmentsIn, sizeOf } from './segmenter.ts';
import { dataDescriptor, directory, isWide, localHeader, type Written } from './zip.ts';

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
  /** The archive, in chunks of at most one segment with its overhead. Can be consumed once. */
  readonly stream: AsyncGenerator<Bytes, void>;
  /** Settles when the stream ends; never if the stream is abandoned. */
  readonly summary: Promise<SealSummary>;
}

/** Segments that are encrypted ahead of the consumer. */
const AHEAD = 8;

/**
 * Seals content to an OpenTDF archive as a stream. Memory is constant, except for 16 bytes per segment for the manifest
 * at the end.
 * @throws TdfError, from the stream: `tdf.size_mismatch` if content and `size` differ; `tdf.manifest_invalid` if the
 * key is not a P-256 PEM; the signal's reason on abort.
 */
export function seal(options: SealOptions): Sealing {
  let settle: (summary: SealSummary) => void = () => undefined;
  const summary = new Promise<SealSummary>((resolve) => {
    settle = resolve;
  });
  return { stream: write(options, settle), summary };
}

async function* write(
  options: SealOptions,
  settle: (summary: SealSummary) => void,
): AsyncGenerator<Bytes, void> {
  const size = options.size ?? sizeOf(options.content);
  const checksum = options.crc32 ?? crc32;
  const begun = await begin(options);
  const zip64 = size === undefined || isWide(encryptedSize(size));
  const payload = { name: PAYLOAD_NAME, offset: 0, size: 0, crc: 0, descriptor: true, zip64 };
  const tags = tagList();
  const head = localHeader(payload);
  yield head;
  for await (const segment of encrypted(options, begun)) {
    tags.add(segment.subarray(-TAG_SIZE));
    payload.size += segment.length;
    payload.crc = checksum(segment, payload.crc);
    yield segment;
  }
  const plainSize = payload.size - tags.count() * SEGMENT_OVERHEAD;
  if (size !== undefined && size !== plainSize) {
    throw new TdfError('tdf.size_mismatch', `the content has ${plainSize} bytes instead of ${size}`);
  }
  const manifest = await begun.finish(tags.all(), plainSize);
  const end = endOf(payload, head.length, manifest);
  yield end;
  settle({
    documentId: options.policy.uuid,
    plainSize,
    size: head.length + payload.size + end.length,
    manifestSha256: toHex(await sha256(manifest)),
  });
}

// Everything after the payload.
function endOf(payload: Written, head: number, manifest: Bytes): Bytes {
  const descriptor = dataDescriptor(payload);
  const entry: Written = {
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

const encryptedSize = (plainSize: number): number => plainSize + segmentCount(plainSize) * SEGMENT_OVERHEAD;
const segmentCount = (plainSize: number): number => Math.max(1, Math.ceil(plainSize / SEGMENT_SIZE));

/** The exact size of the archive that `seal` makes of content of a known size. */
export async function sealedSize(header: SealHeader, plainSize: number): Promise<number> {
  const begun = await begin(header);
  const manifest = await begun.finish(new Uint8Array(segmentCount(plainSize) * TAG_SIZE), plainSize);
  const size = encryptedSize(plainSize);
  const payload = { name: PAYLOAD_NAME, offset: 0, size, crc: 0, descriptor: true, zip64: isWide(size) };
  const head = localHeader(payload).length;
  return head + size + endOf(payload, head, manifest).length;
}

async function* encrypted({ content, signal }: SealOptions, { encrypt }: Begun): AsyncGenerator<Bytes, void> {
  const queue: Promise<Bytes>[] = [];
  for await (const plain of segmentsIn(content, signal)) {
    throwIfAborted(signal);
    const work = encryptSegment(encrypt, plain);
    // Awaited in order. Until then a failure must not become an unhandled rejection.
    work.catch(() => undefined);
    queue.push(work);
    const ready = queue.length > AHEAD ? await queue.shift() : undefined;
    if (ready) yield ready;
  }
  for (const work of queue) yield await work;
}

async function encryptSegment(key: CryptoKey, plain: Bytes): Promise<Bytes> {
  const iv = randomBytes(IV_SIZE);
  return concat([iv, new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain))]);
}

function tagList() {
  let bytes = new Uint8Array(64 * TAG_SIZE);
  let count = 0;
  return {
    count: () => count,
    all: () => bytes.subarray(0, count * TAG_SIZE),
    add(tag: Bytes) {
      if (count * TAG_SIZE === bytes.length) bytes = concat([bytes, new Uint8Array(bytes.length)]);
      bytes.set(tag, count * TAG_SIZE);
      count += 1;
    },
  };
}
