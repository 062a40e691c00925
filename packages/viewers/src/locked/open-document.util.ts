import { cbc } from '@noble/ciphers/aes.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import {
  type FileEntry,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import { crc32 } from '../archive/seven-zip-writer.rules.ts';
import { openZip, readEntry } from '../archive/zip-files.util.ts';
import { elementOf, elementsOf } from '../sheet/xml.rules.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { areEqual, base64Bytes } from './password-keys.rules.ts';

const manifestPath = 'META-INF/manifest.xml';
/** Limits against packages that ask for endless work. */
const maxParts = 2000;
const maxIterations = 10_000_000;
const maxManifestBytes = 8 * 1024 * 1024;
const maxTotalBytes = 512 * 1024 * 1024;
/** The highest ratio that Deflate can reach. */
const maxDeflateRatio = 1032;
const aesBlockBytes = 16;
/** The checksum covers the beginning of a part only (ODF 1.2, part 3, 4.8.3). */
const checkedBytes = 1024;

type Encryption = {
  readonly size: number;
  readonly checksum: Uint8Array;
  readonly vector: Uint8Array;
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly keyBytes: number;
  readonly isSha256Key: boolean;
  readonly isSha256Checksum: boolean;
};

/** Attributes of an element regardless of the prefix of their names. */
function localAttributes(xml: string, name: string): Readonly<Record<string, string>> {
  const attributes = elementOf(xml, name)?.attributes ?? {};
  return Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [key.slice(key.indexOf(':') + 1), value]),
  );
}

/**
 * The encryption of a part: AES-256 in the CBC mode.
 * @throws ViewerError `encryptionUnsupported` for Blowfish, OpenPGP and the whole packages of LibreOffice 24.8
 */
function encryptionOf(xml: string, size: number): Encryption {
  const algorithm = localAttributes(xml, 'algorithm');
  const derivation = localAttributes(xml, 'key-derivation');
  const start = localAttributes(xml, 'start-key-generation')['start-key-generation-name'] ?? 'SHA1';
  const checksum = localAttributes(xml, 'encryption-data');
  const isSupported =
    (algorithm['algorithm-name'] ?? '').endsWith('aes256-cbc') &&
    /pbkdf2$/i.test(derivation['key-derivation-name'] ?? '') &&
    /^sha1$|#sha1$|#sha256$/i.test(start);
  if (!isSupported) throw new ViewerError('encryptionUnsupported');
  return {
    size,
    checksum: base64Bytes(checksum['checksum']),
    vector: base64Bytes(algorithm['initialisation-vector']),
    salt: base64Bytes(derivation['salt']),
    iterations: Number(derivation['iteration-count']),
    keyBytes: Number(derivation['key-size'] ?? 16),
    isSha256Key: /#sha256$/i.test(start),
    isSha256Checksum: /sha256/i.test(checksum['checksum-type'] ?? ''),
  };
}

/** The encrypted parts by their paths. */
function encryptionsIn(manifest: string): ReadonlyMap<string, Encryption> {
  const found = new Map<string, Encryption>();
  let iterations = 0;
  for (const { attributes, inner } of elementsOf(manifest, 'file-entry')) {
    if (!/<(?:\w+:)?encryption-data[\s>]/.test(inner)) continue;
    const of = (name: string) =>
      Object.entries(attributes).find(([key]) => key === name || key.endsWith(`:${name}`))?.[1];
    const encryption = encryptionOf(inner, Number(of('size')) || 0);
    iterations += encryption.iterations;
    if (!(iterations <= maxIterations) || found.size >= maxParts) throw new ViewerError('tooLarge');
    found.set(of('full-path') ?? '', encryption);
  }
  return found;
}

async function keyOf({ salt, iterations, keyBytes, isSha256Key }: Encryption, password: string) {
  const bytes = new TextEncoder().encode(password);
  const secret = Uint8Array.from(isSha256Key ? sha256(bytes) : sha1(bytes));
  if (![16, 24, 32].includes(keyBytes) || !Number.isInteger(iterations) || iterations < 1)
    throw new ViewerError('unreadable');
  // Frames outside of a secure context lack Web Crypto.
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return pbkdf2Async(sha1, secret, salt, { c: iterations, dkLen: keyBytes });
  const imported = await subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-1', salt: Uint8Array.from(salt), iterations };
  return new Uint8Array(await subtle.deriveBits(derivation, imported, 8 * keyBytes));
}

/** Decrypts a part, which remains compressed; null if the password is wrong. */
async function decryptPart(bytes: Uint8Array, encryption: Encryption, password: string) {
  const { vector, checksum, isSha256Checksum } = encryption;
  if (bytes.length === 0 || bytes.length % aesBlockBytes !== 0 || vector.length !== aesBlockBytes)
    throw new ViewerError('unreadable');
  const key = await keyOf(encryption, password);
  const padded = cbc(key, vector, { disablePadding: true }).decrypt(bytes);
  const padding = padded[padded.length - 1] ?? 0;
  if (padding < 1 || padding > aesBlockBytes) return null;
  const plain = padded.slice(0, padded.length - padding);
  const hash = isSha256Checksum ? sha256 : sha1;
  return areEqual(hash(plain.subarray(0, checkedBytes)), checksum) ? plain : null;
}

/** Unpacks a part only to compute its checksum, within its stated size. */
async function inflate(bytes: Uint8Array<ArrayBuffer>, statedBytes: number): Promise<Uint8Array> {
  const maxBytes = Math.min(statedBytes, maxDeflateRatio * bytes.length);
  // The shells of iOS before 16.4 lack it.
  if (!('DecompressionStream' in globalThis)) throw new ViewerError('encryptionUnsupported');
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const result = new Uint8Array(maxBytes);
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (size + part.value.length > maxBytes) {
      await reader.cancel();
      throw new ViewerError('unreadable');
    }
    result.set(part.value, size);
    size += part.value.length;
  }
  return result.subarray(0, size);
}

/**
 * Opens an OpenDocument package whose parts are encrypted with a password.
 * @throws ViewerError `encryptionUnsupported`, `tooLarge` or `unreadable`
 */
export async function openLockedOpenDocument(bytes: Uint8Array) {
  const source = {
    size: bytes.length,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  };
  const entries: FileEntry[] = [];
  for await (const entry of openZip(source).getEntriesGenerator()) {
    if (!entry.directory) entries.push(entry);
    if (entries.length > maxParts) throw new ViewerError('tooLarge');
  }
  const contentOf = (entry: FileEntry) => readEntry(entry, { maxBytes: bytes.length });
  const manifestEntry = entries.find(({ filename }) => filename === manifestPath);
  if (!manifestEntry) throw new ViewerError('unreadable');
  const manifest = new TextDecoder().decode(await readEntry(manifestEntry, { maxBytes: maxManifestBytes }));
  const encryptions = encryptionsIn(manifest);
  if (encryptions.size === 0) throw new ViewerError('unreadable');
  const totalBytes = Array.from(encryptions.values()).reduce((sum, { size }) => sum + size, 0);
  if (!(totalBytes <= maxTotalBytes)) throw new ViewerError('tooLarge');
  return {
    defaultPassword: null,
    async unlock(password: string): Promise<Uint8Array | null> {
      const zip = new ZipWriter(new Uint8ArrayWriter(), { dataDescriptor: false, extendedTimestamp: false });
      const add = (entry: FileEntry, content: Uint8Array, options: Parameters<typeof zip.add>[2] = {}) =>
        zip.add(entry.filename, new Uint8ArrayReader(content), options);
      for (const entry of entries) {
        const encryption = encryptions.get(entry.filename);
        if (encryption) {
          const packed = await decryptPart(await contentOf(entry), encryption, password);
          if (!packed) return null;
          const unpacked = await inflate(packed, encryption.size);
          const facts = { uncompressedSize: unpacked.length, crc32: crc32(unpacked), compressionMethod: 8 };
          await add(entry, packed, { ...facts, passThrough: true });
        } else if (entry === manifestEntry) {
          const plain = manifest.replace(/<((?:\w+:)?encryption-data)[\s>](?:(?!<\/\1>)[\s\S])*<\/\1>/g, '');
          await add(entry, new TextEncoder().encode(plain));
        } else await add(entry, await contentOf(entry), { level: entry.compressionMethod === 0 ? 0 : 6 });
      }
      return zip.close();
    },
  };
}
