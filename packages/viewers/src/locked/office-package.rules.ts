import { cbc, cfb, ecb } from '@noble/ciphers/aes.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { dataViewOf } from '../format/data-view.util.ts';
import { elementOf } from '../sheet/xml.rules.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import {
  areEqual,
  base64Bytes,
  fitBytes,
  type HashFunction,
  hashFunctionOf,
  spinPassword,
  uint32Bytes,
} from './password-keys.rules.ts';

/** The streams `EncryptionInfo` and `EncryptedPackage` of an encrypted docx, xlsx or pptx. */
export type EncryptedOffice = { readonly info: Uint8Array; readonly content: Uint8Array };

const aesBlockBytes = 16;
const sizeBytes = 8;
const infoHeaderBytes = 8;
const standardSpinCount = 50_000;
const aesAlgorithms: ReadonlySet<number> = new Set([0x660e, 0x660f, 0x6610]);

/**
 * Decrypts a package ([MS-OFFCRYPTO] 2.3.4). Null if the password is wrong.
 * @throws ViewerError `encryptionUnsupported` or `unreadable`
 */
export function decryptPackage({ info, content }: EncryptedOffice, password: string): Uint8Array | null {
  if (info.length < infoHeaderBytes || content.length < sizeBytes) throw new ViewerError('unreadable');
  const view = dataViewOf(info);
  const [major, minor] = [view.getUint16(0, true), view.getUint16(2, true)];
  if (major === 4 && minor === 4) return decryptAgile({ info, content }, password);
  if (minor === 2 && major >= 2 && major <= 4) return decryptStandard({ info, content }, password);
  throw new ViewerError('encryptionUnsupported');
}

/** Cuts decrypted bytes to the size that precedes the encrypted ones. */
function cutToSize(bytes: Uint8Array, content: Uint8Array): Uint8Array {
  const size = Number(dataViewOf(content).getBigUint64(0, true));
  if (size > bytes.length) throw new ViewerError('unreadable');
  return bytes.subarray(0, size);
}

const wholeBlocks = (bytes: Uint8Array) => bytes.subarray(0, bytes.length - (bytes.length % aesBlockBytes));

/** Standard encryption: AES in the ECB mode, with a key from 50,000 rounds of SHA-1. */
function decryptStandard({ info, content }: EncryptedOffice, password: string): Uint8Array | null {
  const view = dataViewOf(info);
  const headerAt = infoHeaderBytes + 4;
  const verifierAt = headerAt + view.getUint32(infoHeaderBytes, true);
  if (info.length < headerAt + 32 || info.length < verifierAt + 72) throw new ViewerError('unreadable');
  const algorithm = view.getUint32(headerAt + 8, true);
  const keyBytes = view.getUint32(headerAt + 16, true) / 8;
  if (!aesAlgorithms.has(algorithm) || ![16, 24, 32].includes(keyBytes))
    throw new ViewerError('encryptionUnsupported');
  const part = (offset: number, length: number) =>
    info.subarray(verifierAt + offset, verifierAt + offset + length);
  const spun = spinPassword({ hash: sha1, salt: part(4, 16), password, count: standardSpinCount });
  const final = sha1(concatBytes(spun, uint32Bytes(0)));
  const mixed = (byte: number) => {
    const block = new Uint8Array(64).fill(byte);
    for (const [at, value] of final.entries()) block[at] = byte ^ value;
    return sha1(block);
  };
  const key = concatBytes(mixed(0x36), mixed(0x5c)).subarray(0, keyBytes);
  const decrypt = (bytes: Uint8Array) => ecb(key, { disablePadding: true }).decrypt(wholeBlocks(bytes));
  const verifier = decrypt(part(20, 16));
  if (!areEqual(sha1(verifier), decrypt(part(40, 32)).subarray(0, sha1.outputLen))) return null;
  return cutToSize(decrypt(content.subarray(sizeBytes)), content);
}

/** The block keys of agile encryption: each value has its own key or initialization vector. */
const agileBlockKeys = {
  verifierInput: [0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79],
  verifierHash: [0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e],
  key: [0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6],
  hmacKey: [0x5f, 0xb2, 0xad, 0x01, 0x0c, 0xb9, 0xe1, 0xf6],
  hmacValue: [0xa0, 0x67, 0x7f, 0x02, 0xb2, 0x2c, 0x84, 0x33],
} as const;

const agileSegmentBytes = 4096;

type AgileParameters = {
  readonly hash: HashFunction;
  readonly salt: Uint8Array;
  readonly keyBytes: number;
  readonly decrypt: (key: Uint8Array, vector: Uint8Array, bytes: Uint8Array) => Uint8Array;
};

function agileParametersOf(attributes: Readonly<Record<string, string>>): AgileParameters {
  const keyBytes = Number(attributes['keyBits']) / 8;
  const modes = { ChainingModeCBC: cbc, ChainingModeCFB: cfb };
  const mode = attributes['cipherChaining'] ?? '';
  const isAes = attributes['cipherAlgorithm'] === 'AES' && attributes['blockSize'] === String(aesBlockBytes);
  if (!isAes || ![16, 24, 32].includes(keyBytes) || !Object.hasOwn(modes, mode))
    throw new ViewerError('encryptionUnsupported');
  const isCbc = mode === 'ChainingModeCBC';
  return {
    hash: hashFunctionOf(attributes['hashAlgorithm']),
    salt: base64Bytes(attributes['saltValue']),
    keyBytes,
    decrypt: (key, vector, bytes) =>
      isCbc
        ? cbc(key, vector, { disablePadding: true }).decrypt(wholeBlocks(bytes))
        : cfb(key, vector).decrypt(bytes),
  };
}

/** Agile encryption: algorithms are named in XML, and an HMAC protects the whole package. */
function decryptAgile({ info, content }: EncryptedOffice, password: string): Uint8Array | null {
  const xml = new TextDecoder().decode(info.subarray(infoHeaderBytes));
  const keyData = elementOf(xml, 'keyData')?.attributes;
  const keyElement = elementOf(xml, 'encryptedKey')?.attributes;
  const integrity = elementOf(xml, 'dataIntegrity')?.attributes;
  // Some documents can be opened only with a certificate.
  if (keyData && !keyElement) throw new ViewerError('encryptionUnsupported');
  if (!keyData || !keyElement || !integrity) throw new ViewerError('unreadable');
  const key = agileKeyOf(keyElement, { password, packageKeyBytes: Number(keyData['keyBits']) / 8 });
  if (!key) return null;
  const { hash, salt, decrypt } = agileParametersOf(keyData);
  const vector = (blockKey: Uint8Array) => fitBytes(hash(concatBytes(salt, blockKey)), aesBlockBytes);
  const integrityPart = (name: string, blockKey: readonly number[]) =>
    decrypt(key, vector(Uint8Array.from(blockKey)), base64Bytes(integrity[name])).subarray(0, hash.outputLen);
  const hmacKey = integrityPart('encryptedHmacKey', agileBlockKeys.hmacKey);
  const hmacValue = integrityPart('encryptedHmacValue', agileBlockKeys.hmacValue);
  if (!areEqual(hmac(hash, hmacKey, content), hmacValue)) throw new ViewerError('unreadable');
  const encrypted = content.subarray(sizeBytes);
  const decrypted = new Uint8Array(encrypted.length);
  for (let at = 0, segment = 0; at < encrypted.length; at += agileSegmentBytes, segment += 1) {
    const part = encrypted.subarray(at, at + agileSegmentBytes);
    decrypted.set(decrypt(key, vector(uint32Bytes(segment)), part), at);
  }
  return cutToSize(decrypted, content);
}

type AgilePassword = { readonly password: string; readonly packageKeyBytes: number };

/** The key of the package, encrypted with the password. Null if the password is wrong. */
function agileKeyOf(
  attributes: Readonly<Record<string, string>>,
  { password, packageKeyBytes }: AgilePassword,
): Uint8Array | null {
  const { hash, salt, keyBytes, decrypt } = agileParametersOf(attributes);
  const count = Number(attributes['spinCount']);
  const spun = spinPassword({ hash, salt, password, count });
  const open = (name: string, blockKey: readonly number[]) => {
    const key = fitBytes(hash(concatBytes(spun, Uint8Array.from(blockKey))), keyBytes);
    return decrypt(key, fitBytes(salt, aesBlockBytes), base64Bytes(attributes[name]));
  };
  const input = open('encryptedVerifierHashInput', agileBlockKeys.verifierInput).subarray(0, salt.length);
  const expected = open('encryptedVerifierHashValue', agileBlockKeys.verifierHash);
  if (!areEqual(hash(input), expected.subarray(0, hash.outputLen))) return null;
  return open('encryptedKeyValue', agileBlockKeys.key).subarray(0, packageKeyBytes);
}
