import { CFB } from '@e965/xlsx';
import { cbc, ecb } from '@noble/ciphers/aes.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { toBase64 } from '../src/format/base64.util.ts';
import { toUtf16, uint32Bytes } from '../src/locked/password-keys.rules.ts';

const cut = (bytes: Uint8Array, length: number) => bytes.slice(0, length);
const filled = (length: number, first: number) => Uint8Array.from({ length }, (_, at) => (first + at) & 0xff);
const sizeOf = (bytes: Uint8Array) => concatBytes(uint32Bytes(bytes.length), uint32Bytes(0));
const toBlocks = (bytes: Uint8Array) => concatBytes(bytes, new Uint8Array((16 - (bytes.length % 16)) % 16));

/** An OLE2 file with these streams at its root. */
export function oleOf(streams: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> {
  const file = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(file, `/${name}`, content);
  CFB.utils.cfb_del(file, '/\u0001Sh33tJ5');
  return Uint8Array.from(CFB.write(file, { type: 'array' }) as Uint8Array);
}

type Agile = {
  readonly hash?: 'SHA1' | 'SHA512';
  readonly spinCount?: number;
  /** Changes the XML, to make a hostile file. */
  readonly edit?: (xml: string) => string;
};

/** A package with agile encryption, AES-256 in the CBC mode. */
export function agileOffice(
  content: Uint8Array,
  password: string,
  { hash: name = 'SHA512', spinCount = 1000, edit = (xml) => xml }: Agile = {},
): Uint8Array<ArrayBuffer> {
  const hash = name === 'SHA1' ? sha1 : sha512;
  const [salt, packageSalt, packageKey] = [filled(16, 1), filled(16, 50), filled(32, 100)];
  let spun = hash(concatBytes(salt, toUtf16(password)));
  for (let round = 0; round < spinCount; round += 1) spun = hash(concatBytes(uint32Bytes(round), spun));
  const encrypt = (key: Uint8Array, vector: Uint8Array, bytes: Uint8Array) =>
    cbc(key, cut(vector, 16), { disablePadding: true }).encrypt(toBlocks(bytes));
  const withPassword = (block: string, bytes: Uint8Array) => {
    const key = concatBytes(hash(concatBytes(spun, fromHex(block))), new Uint8Array(12).fill(0x36));
    return toBase64(encrypt(cut(key, 32), salt, bytes));
  };
  const withKey = (block: Uint8Array, bytes: Uint8Array) =>
    encrypt(packageKey, hash(concatBytes(packageSalt, block)), bytes);
  const segments = Array.from({ length: Math.ceil(content.length / 4096) }, (_, index) =>
    withKey(uint32Bytes(index), content.subarray(4096 * index, 4096 * (index + 1))),
  );
  const encrypted = concatBytes(sizeOf(content), ...segments);
  const [verifier, hmacKey] = [filled(16, 7), filled(hash.outputLen, 9)];
  const algorithms = `saltSize="16" blockSize="16" keyBits="256" hashSize="${hash.outputLen}" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="${name}"`;
  const xml = `<?xml version="1.0"?><encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ${algorithms} saltValue="${toBase64(packageSalt)}"/><dataIntegrity encryptedHmacKey="${toBase64(withKey(fromHex('5fb2ad010cb9e1f6'), hmacKey))}" encryptedHmacValue="${toBase64(withKey(fromHex('a0677f02b22c8433'), hmac(hash, hmacKey, encrypted)))}"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="${spinCount}" ${algorithms} saltValue="${toBase64(salt)}" encryptedVerifierHashInput="${withPassword('fea7d2763b4b9e79', verifier)}" encryptedVerifierHashValue="${withPassword('d7aa0f6d3061344e', hash(verifier))}" encryptedKeyValue="${withPassword('146e0be7abacd0d6', packageKey)}"/></keyEncryptor></keyEncryptors></encryption>`;
  const info = concatBytes(fromHex('0400040040000000'), new TextEncoder().encode(edit(xml)));
  return oleOf({ EncryptionInfo: info, EncryptedPackage: encrypted });
}

/** A package with standard encryption, AES-128. */
export function standardOffice(content: Uint8Array, password: string): Uint8Array<ArrayBuffer> {
  const salt = filled(16, 20);
  let spun = sha1(concatBytes(salt, toUtf16(password)));
  for (let round = 0; round < 50_000; round += 1) spun = sha1(concatBytes(uint32Bytes(round), spun));
  const final = sha1(concatBytes(spun, uint32Bytes(0)));
  const key = cut(sha1(Uint8Array.from({ length: 64 }, (_, at) => 0x36 ^ (final[at] ?? 0))), 16);
  const encrypt = (bytes: Uint8Array) => ecb(key, { disablePadding: true }).encrypt(toBlocks(bytes));
  const verifier = filled(16, 3);
  const header = [0x24, 0, 0x660e, 0x8004, 128, 0x18, 0, 0].map(uint32Bytes);
  const info = concatBytes(
    fromHex('0400020024000000'),
    uint32Bytes(32),
    ...header,
    uint32Bytes(16),
    salt,
    encrypt(verifier),
    uint32Bytes(20),
    encrypt(sha1(verifier)),
  );
  return oleOf({ EncryptionInfo: info, EncryptedPackage: concatBytes(sizeOf(content), encrypt(content)) });
}

export const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
