import { type Bytes, viewOf } from '../bytes.ts';
import { TdfError } from '../error.ts';
import { type DocumentFacts, factsOf, type KnownTenant, plainFacts } from '../facts.ts';
import { MANIFEST_NAME, type Manifest, PAYLOAD_NAME } from '../manifest.ts';
import { type ByteSource, peekExactly } from '../source.ts';
import { LOCAL_HEADER, LOCAL_HEADER_SIZE } from '../zip.ts';
import { dataOffset, readDirectory, TAIL_SIZE, type ZipDirectory, type ZipEntry } from './directory.ts';
import { parseManifest } from './parse.ts';
import { type SegmentTable, segmentTable } from './segments.ts';

/** A protected file whose header has been read but not verified: verification requires its key. */
export interface SealedFile {
  readonly source: ByteSource;
  readonly manifest: Manifest;
  /** Position of the manifest in the file. A document is registered with the digest of these bytes. */
  readonly manifestPlace: { readonly offset: number; readonly size: number };
  /** Offset of the payload in the file. */
  readonly payloadOffset: number;
  readonly segments: SegmentTable;
  /** Plaintext size in bytes, as claimed by the segments. */
  readonly size: number;
}

const HEAD_SIZE = 128;
/**
 * Enough for a document of about 100 GB in segments of this package. Callers that serve many files at once pass less.
 */
const MANIFEST_LIMIT = 32 * 1024 * 1024;

/**
 * Reads the header of a protected file: the tail, the directory and the manifest.
 * @param maxManifestBytes maximum size in bytes of a manifest to parse; parsing takes a multiple of it in memory.
 * @returns null if the file is a plain one.
 * @throws TdfError if it is a protected file that is damaged, truncated or unsupported; never for a plain file.
 */
export async function readSealed(
  source: ByteSource,
  signal?: AbortSignal,
  manifestLimit = MANIFEST_LIMIT,
): Promise<SealedFile | null> {
  const tailAt = Math.max(0, source.size - TAIL_SIZE);
  const [head, tail] = await Promise.all([
    wholeOf(source, 0, Math.min(HEAD_SIZE, source.size), signal),
    wholeOf(source, tailAt, source.size - tailAt, signal),
  ]);
  const near = withWindows(source, head, tail);
  const looksSealed = beginsSealed(head) || endsSealed(tail);
  const directory = await readDirectory(near, tail, signal).catch((error: unknown) => {
    if (looksSealed) throw cutOrDamaged(error);
    // A file that is not an archive is a plain file. An unreadable source is not.
    if (error instanceof TdfError && error.code.startsWith('tdf.')) return null;
    throw error;
  });
  const [payload, manifest] = directory ? entriesOf(directory) : [undefined, undefined];
  if (!payload && !manifest && !beginsSealed(head)) return null;
  if (!directory || !payload || !manifest) {
    throw new TdfError('tdf.archive_invalid', 'payload or manifest is missing');
  }
  if (manifest.size > manifestLimit) {
    throw new TdfError('tdf.too_large', `manifest too large: ${manifest.size} bytes`);
  }
  return readParts({ source, near, directory, payload, manifest, ...(signal ? { signal } : {}) });
}

// Throws on a short read: otherwise a protected file could pass for a plain one.
async function wholeOf(
  source: ByteSource,
  offset: number,
  length: number,
  signal?: AbortSignal,
): Promise<Bytes> {
  const bytes = await source.read(offset, length, signal);
  if (bytes.length === length) return bytes;
  throw new TdfError('source.unreadable', `got ${bytes.length} of ${length} bytes at ${offset}`);
}

interface Parts {
  readonly source: ByteSource;
  readonly near: ByteSource;
  readonly directory: ZipDirectory;
  readonly payload: ZipEntry;
  readonly manifest: ZipEntry;
  readonly signal?: AbortSignal;
}

async function readParts(parts: Parts): Promise<SealedFile> {
  const { source, near, directory, signal } = parts;
  const [payloadOffset, manifestOffset] = await Promise.all([
    dataOffset(near, parts.payload, directory.offset, signal),
    dataOffset(near, parts.manifest, directory.offset, signal),
  ]);
  const apart =
    payloadOffset + parts.payload.size <= parts.manifest.offset ||
    manifestOffset + parts.manifest.size <= parts.payload.offset;
  if (!apart) throw new TdfError('tdf.archive_invalid', 'payload and manifest overlap');
  const manifest = parseManifest(await peekExactly(near, manifestOffset, parts.manifest.size, signal));
  // An archive with both entries is a protected file. If its manifest denies that, it must not pass for a plain file.
  if (!manifest.payload.isEncrypted) {
    throw new TdfError('tdf.manifest_invalid', 'payload.isEncrypted must be true');
  }
  const segments = segmentTable(manifest.encryptionInformation.integrityInformation);
  if (segments.encryptedSize !== parts.payload.size) {
    throw new TdfError('tdf.size_mismatch', 'the segments do not fill the payload');
  }
  const manifestPlace = { offset: manifestOffset, size: parts.manifest.size };
  return { source, manifest, manifestPlace, payloadOffset, segments, size: segments.size };
}

function entriesOf({
  entries,
}: ZipDirectory): [payload: ZipEntry | undefined, manifest: ZipEntry | undefined] {
  const [payload, manifest] = [PAYLOAD_NAME, MANIFEST_NAME].map((name) => {
    const [entry, ...again] = entries.filter((candidate) => candidate.name === name);
    if (again.length > 0) throw new TdfError('tdf.archive_invalid', `duplicate entry ${name}`);
    if (entry && !entry.stored)
      throw new TdfError('tdf.unsupported', `${name} is compressed or encrypted by zip`);
    return entry;
  });
  return [payload, manifest];
}

function beginsSealed(head: Bytes): boolean {
  if (head.length < LOCAL_HEADER_SIZE || viewOf(head).getUint32(0, true) !== LOCAL_HEADER) return false;
  const start = latin(head.subarray(LOCAL_HEADER_SIZE));
  return start.startsWith(PAYLOAD_NAME) || start.startsWith(MANIFEST_NAME);
}

// Used only if the directory cannot be read, so the occurrence of the name in another archive does no harm.
const endsSealed = (tail: Bytes): boolean => latin(tail).includes(MANIFEST_NAME);

const latin = (bytes: Bytes): string => new TextDecoder('latin1').decode(bytes);

// A file that begins like a protected one but has no end record is truncated.
function cutOrDamaged(error: unknown): unknown {
  if (!(error instanceof TdfError) || error.code !== 'tdf.not_an_archive') return error;
  return new TdfError('tdf.truncated', 'the end of the protected file is missing', { cause: error });
}

// Serves reads from the header bytes that were fetched before: most documents open with these two reads.
function withWindows(source: ByteSource, head: Bytes, tail: Bytes): ByteSource {
  const windows = [
    { start: 0, bytes: head },
    { start: source.size - tail.length, bytes: tail },
  ];
  return {
    size: source.size,
    async read(offset, length, signal) {
      const window = windows.find(
        ({ start, bytes }) => offset >= start && offset + length <= start + bytes.length,
      );
      if (!window) return source.read(offset, length, signal);
      return window.bytes.slice(offset - window.start, offset - window.start + length);
    },
  };
}

/** Facts about a file before it is opened. See `DocumentFacts` for how far to trust them. */
export async function inspect(
  source: ByteSource,
  options: { readonly known?: readonly KnownTenant[]; readonly signal?: AbortSignal } = {},
): Promise<DocumentFacts> {
  const sealed = await readSealed(source, options.signal);
  return sealed ? factsOf(sealed.manifest, sealed.size, options.known) : plainFacts(source.size);
}
