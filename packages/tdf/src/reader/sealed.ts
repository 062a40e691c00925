import { type Bytes, viewOf } from '../bytes.ts';
import { TdfError } from '../error.ts';
import { type DocumentFacts, factsOf, type KnownTenant, plainFacts } from '../facts.ts';
import { MANIFEST_NAME, type Manifest, PAYLOAD_NAME } from '../manifest.ts';
import { type ByteSource, peekExactly } from '../source.ts';
import { LOCAL_HEADER_BYTES, LOCAL_HEADER_SIGNATURE } from '../zip.ts';
import { dataOffset, readDirectory, TAIL_BYTES, type ZipDirectory, type ZipEntry } from './directory.ts';
import { parseManifest } from './parse.ts';
import { type SegmentTable, segmentTable } from './segments.ts';

/** A protected file whose header has been read but not verified: verification requires its key. */
export interface SealedFile {
  readonly source: ByteSource;
  readonly manifest: Manifest;
  /** Position of the manifest in the file. A document is registered with the digest of these bytes. */
  readonly manifestRange: { readonly offset: number; readonly size: number };
  /** Offset of the payload in the file. */
  readonly payloadOffset: number;
  readonly segments: SegmentTable;
  /** Plaintext size in bytes, as claimed by the segments. */
  readonly size: number;
}

const HEAD_BYTES = 128;
/**
 * Enough for a document of about 100 GB in segments of this package. Callers that serve many files at once pass less.
 */
const MAX_MANIFEST_BYTES = 32 * 1024 * 1024;

/**
 * Reads the header of a protected file: the tail, the directory and the manifest.
 * @param maxManifestBytes maximum size in bytes of a manifest to parse; parsing takes a multiple of it in memory.
 * @returns null if the file is a plain one.
 * @throws TdfError if it is a protected file that is damaged, truncated or unsupported; never for a plain file.
 */
export async function readSealed(
  source: ByteSource,
  signal?: AbortSignal,
  maxManifestBytes = MAX_MANIFEST_BYTES,
): Promise<SealedFile | null> {
  const tailOffset = Math.max(0, source.size - TAIL_BYTES);
  const [head, tail] = await Promise.all([
    readExactly(source, 0, Math.min(HEAD_BYTES, source.size), signal),
    readExactly(source, tailOffset, source.size - tailOffset, signal),
  ]);
  const windowed = withPrefetched(source, head, tail);
  const looksProtected = hasProtectedHead(head) || hasProtectedTail(tail);
  const directory = await readDirectory(windowed, tail, signal).catch((error: unknown) => {
    if (looksProtected) throw truncatedError(error);
    // A file that is not an archive is a plain file. An unreadable source is not.
    if (error instanceof TdfError && error.code.startsWith('tdf.')) return null;
    throw error;
  });
  const [payload, manifest] = directory ? entriesOf(directory) : [undefined, undefined];
  if (!payload && !manifest && !hasProtectedHead(head)) return null;
  if (!directory || !payload || !manifest) {
    throw new TdfError('tdf.archive_invalid', 'payload or manifest is missing');
  }
  if (manifest.size > maxManifestBytes) {
    throw new TdfError('tdf.too_large', `manifest too large: ${manifest.size} bytes`);
  }
  return readParts({ source, windowed, directory, payload, manifest, ...(signal ? { signal } : {}) });
}

// Throws on a short read: otherwise a protected file could pass for a plain one.
async function readExactly(
  source: ByteSource,
  offset: number,
  length: number,
  signal?: AbortSignal,
): Promise<Bytes> {
  const bytes = await source.read(offset, length, signal);
  if (bytes.length === length) return bytes;
  throw new TdfError('source.unreadable', `got ${bytes.length} of ${length} bytes at ${offset}`);
}

interface ArchiveParts {
  readonly source: ByteSource;
  readonly windowed: ByteSource;
  readonly directory: ZipDirectory;
  readonly payload: ZipEntry;
  readonly manifest: ZipEntry;
  readonly signal?: AbortSignal;
}

async function readParts(parts: ArchiveParts): Promise<SealedFile> {
  const { source, windowed, directory, signal } = parts;
  const [payloadOffset, manifestOffset] = await Promise.all([
    dataOffset(windowed, parts.payload, directory.offset, signal),
    dataOffset(windowed, parts.manifest, directory.offset, signal),
  ]);
  const isDisjoint =
    payloadOffset + parts.payload.size <= parts.manifest.offset ||
    manifestOffset + parts.manifest.size <= parts.payload.offset;
  if (!isDisjoint) throw new TdfError('tdf.archive_invalid', 'payload and manifest overlap');
  const manifest = parseManifest(await peekExactly(windowed, manifestOffset, parts.manifest.size, signal));
  // An archive with both entries is a protected file. If its manifest denies that, it must not pass for a plain file.
  if (!manifest.payload.isEncrypted) {
    throw new TdfError('tdf.manifest_invalid', 'payload.isEncrypted must be true');
  }
  const segments = segmentTable(manifest.encryptionInformation.integrityInformation);
  if (segments.encryptedSize !== parts.payload.size) {
    throw new TdfError('tdf.size_mismatch', 'the segments do not fill the payload');
  }
  const manifestRange = { offset: manifestOffset, size: parts.manifest.size };
  return { source, manifest, manifestRange, payloadOffset, segments, size: segments.size };
}

function entriesOf({
  entries,
}: ZipDirectory): [payload: ZipEntry | undefined, manifest: ZipEntry | undefined] {
  const [payload, manifest] = [PAYLOAD_NAME, MANIFEST_NAME].map((name) => {
    const [entry, ...duplicates] = entries.filter((candidate) => candidate.name === name);
    if (duplicates.length > 0) throw new TdfError('tdf.archive_invalid', `duplicate entry ${name}`);
    if (entry && !entry.isStored)
      throw new TdfError('tdf.unsupported', `${name} is compressed or encrypted by zip`);
    return entry;
  });
  return [payload, manifest];
}

function hasProtectedHead(head: Bytes): boolean {
  if (head.length < LOCAL_HEADER_BYTES || viewOf(head).getUint32(0, true) !== LOCAL_HEADER_SIGNATURE)
    return false;
  const start = latin1(head.subarray(LOCAL_HEADER_BYTES));
  return start.startsWith(PAYLOAD_NAME) || start.startsWith(MANIFEST_NAME);
}

// Used only if the directory cannot be read, so the occurrence of the name in another archive does no harm.
const hasProtectedTail = (tail: Bytes): boolean => latin1(tail).includes(MANIFEST_NAME);

const latin1 = (bytes: Bytes): string => new TextDecoder('latin1').decode(bytes);

// A file that begins like a protected one but has no end record is truncated.
function truncatedError(error: unknown): unknown {
  if (!(error instanceof TdfError) || error.code !== 'tdf.not_an_archive') return error;
  return new TdfError('tdf.truncated', 'the end of the protected file is missing', { cause: error });
}

// Serves reads from the header bytes that were fetched before: most documents open with these two reads.
function withPrefetched(source: ByteSource, head: Bytes, tail: Bytes): ByteSource {
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
