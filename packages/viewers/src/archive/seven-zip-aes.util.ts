import { cbc } from '@noble/ciphers/aes.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { WrongPasswordError } from './archive-item.rules.ts';
import {
  type AesCoder,
  headerRange,
  isAes,
  isEncodedHeader,
  readStreams,
  type SevenZipStreams,
  signatureHeaderBytes,
  withoutAes,
} from './seven-zip.rules.ts';
import { buildSevenZip, singleFile } from './seven-zip-writer.rules.ts';

/** The highest exponent that 7-Zip accepts. It writes 19. */
const maxRoundsExponent = 24;
/** An exponent with this value means that the password is the key. */
const plainKeyExponent = 0x3f;
const maxPasswordLength = 256;
const maxHeaderBytes = 64 * 1024 * 1024;
const keyBytes = 32;
const blockBytes = 16;
const roundsPerUpdate = 1024;

/** Unpacks the only file of an archive that is not encrypted; null where that fails. */
export type UnpackOnly = (archive: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer> | null>;

/** Whether the list of files is encrypted, so that there is none without the password. */
export function hasEncryptedHeader(archive: Uint8Array): boolean {
  const { start, end } = headerRange(archive);
  const header = archive.subarray(start, end);
  return isEncodedHeader(header) && isEncrypted(readStreams(header));
}

const isEncrypted = (streams: SevenZipStreams | null): boolean =>
  streams?.folders.some(({ coders }) => coders.some(isAes)) ?? false;

/**
 * Decrypts a 7z archive: the same archive without its AES coders. `libarchive` unpacks the result, but does not
 * decrypt. A wrong password may only show when a file is unpacked.
 * @throws WrongPasswordError
 */
export async function decryptSevenZip(
  archive: Uint8Array<ArrayBuffer>,
  password: string,
  unpackOnly: UnpackOnly,
): Promise<Uint8Array<ArrayBuffer>> {
  if (password.length > maxPasswordLength) throw new WrongPasswordError('password is too long');
  const { start, end } = headerRange(archive);
  const keys = new Map<string, Uint8Array>();
  let header: Uint8Array = archive.subarray(start, end);
  for (let depth = 0; isEncodedHeader(header) && depth < 4; depth += 1) {
    const streams = readStreams(header);
    if (!streams || streams.folders.length !== 1) throw new Error('7z header is invalid');
    if ((streams.folders[0]?.unpackSizes.at(-1) ?? 0) > maxHeaderBytes)
      throw new Error('7z header is too large');
    // Its end is that of the streams; a single file without a name takes its place.
    const rest = Uint8Array.from([...streams.rest.subarray(0, -1), ...singleFile]);
    const unpacked = await unpackOnly(decryptStreams(archive, { ...streams, rest }, { password, keys }));
    if (!unpacked || (!isEncodedHeader(unpacked) && unpacked[0] !== 1)) {
      throw isEncrypted(streams)
        ? new WrongPasswordError('password is wrong')
        : new Error('7z header is invalid');
    }
    header = unpacked;
  }
  const streams = readStreams(header);
  if (!streams) throw new Error('7z archive has no files');
  return decryptStreams(archive, streams, { password, keys });
}

type Keys = { readonly password: string; readonly keys: Map<string, Uint8Array> };

function decryptStreams(archive: Uint8Array, streams: SevenZipStreams, keys: Keys): Uint8Array<ArrayBuffer> {
  const { packPosition, packSizes, folders, rest } = streams;
  const packed: Uint8Array[] = [];
  let at = signatureHeaderBytes + packPosition;
  for (const size of packSizes) {
    if (at + size > archive.length) throw new Error('7z archive is truncated');
    packed.push(archive.subarray(at, at + size));
    at += size;
  }
  let firstStream = 0;
  const plain = folders.map((folder) => {
    const { removed, folder: rewritten } = withoutAes(folder);
    for (const coder of removed) {
      const index = firstStream + coder.packedIndex;
      packed[index] = decryptStream(packed[index] ?? new Uint8Array(), coder, keys);
    }
    firstStream += folder.packed.length;
    return rewritten;
  });
  return buildSevenZip(packed, { folders: plain, rest });
}

function decryptStream(
  stream: Uint8Array,
  { properties, size }: AesCoder,
  { password, keys }: Keys,
): Uint8Array {
  const { exponent, salt, iv } = readAesProperties(properties);
  const id = `${exponent} ${salt.join()}`;
  const key = keys.get(id) ?? deriveKey(password, exponent, salt);
  keys.set(id, key);
  if (size > stream.length) throw new Error('7z stream is truncated');
  const blocks = stream.subarray(0, stream.length - (stream.length % blockBytes));
  const plain = cbc(key, iv, { disablePadding: true }).decrypt(blocks);
  // The padding is zero.
  if (plain.subarray(size).some((byte) => byte !== 0)) throw new WrongPasswordError('padding is not zero');
  return plain.subarray(0, size);
}

/** One or two bytes with the exponent of the rounds and the lengths of salt and IV, then both. */
function readAesProperties([first = 0, second = 0, ...bytes]: Uint8Array) {
  const exponent = first & 0x3f;
  if (exponent > maxRoundsExponent && exponent !== plainKeyExponent)
    throw new Error('7z key has too many rounds');
  const saltLength = (first >> 7) + (second >> 4);
  const ivLength = ((first >> 6) & 1) + (second & 15);
  const iv = new Uint8Array(blockBytes);
  iv.set(bytes.slice(saltLength, saltLength + ivLength));
  return { exponent, salt: Uint8Array.from(bytes.slice(0, saltLength)), iv };
}

/** SHA-256 over salt, password in UTF-16 and a counter of 64 bits, repeated for each round. */
function deriveKey(password: string, exponent: number, salt: Uint8Array): Uint8Array {
  const words = new Uint8Array(password.length * 2);
  const view = new DataView(words.buffer);
  for (let index = 0; index < password.length; index += 1)
    view.setUint16(2 * index, password.charCodeAt(index), true);
  const secret = Uint8Array.from([...salt, ...words]);
  if (exponent === plainKeyExponent) {
    const key = new Uint8Array(keyBytes);
    key.set(secret.subarray(0, keyBytes));
    return key;
  }
  const rounds = 2 ** exponent;
  const perUpdate = Math.min(rounds, roundsPerUpdate);
  const roundBytes = secret.length + 8;
  const buffer = new Uint8Array(perUpdate * roundBytes);
  const counters = new DataView(buffer.buffer);
  for (let index = 0; index < perUpdate; index += 1) buffer.set(secret, index * roundBytes);
  const hash = sha256.create();
  for (let round = 0; round < rounds; round += perUpdate) {
    for (let index = 0; index < perUpdate; index += 1)
      counters.setUint32(index * roundBytes + secret.length, round + index, true);
    hash.update(buffer);
  }
  return hash.digest();
}
