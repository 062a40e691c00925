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
  /** Plain bytes, where the contents do not know it themselves: then the archive is zip64 only if it has to be. */
  readonly size?: number;
  /** CRC-32 of bytes that follow those with checksum `before`, where the platform has a faster one: Node's zlib does. */
  readonly crc32?: (bytes: Uint8Array, before: number) => number;
  readonly signal?: AbortSignal;
}

export interface SealSummary {
  /** The policy's uuid. */
  readonly documentId: string;
  readonly plainSize: number;
  /** Bytes of the whole file. */
  readonly size: number;
  /** Lower-case hex, of the manifest as it stands in the archive. */
  readonly manifestSha256: string;
}

export interface Sealing {
  /** The file, in chunks of at most a segment and its overhead. Can be read once. */
  readonly stream: AsyncGenerator<Bytes, void>;
  /** Settles when the stream has ended; never where the stream is given up. */
  readonly summary: Promise<SealSummary>;
}

/** Segments that are being encrypted while one is handed out. */
const AHEAD = 8;

/**
 * Seals contents to an OpenTDF archive as a stream with constant memory, but for 16 bytes a segment that the manifest
 * lists at the end.
 * @throws TdfError, from the stream: `tdf.size_mismatch` where contents and `size` differ; `tdf.manifest_invalid` where
 *   the key is no P-256 PEM; the signal's reason on abort.
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
    throw new TdfError('tdf.size_mismatch', `the contents have ${plainSize} bytes, not ${size}`);
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

// All that follows the payload.
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

/** The exact size of the file that `seal` makes of contents whose size it knows. */
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
    // Awaited in order; until its turn comes a failure must not count as unhandled.
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
