import { fromBase64, toBase64 } from './base64.ts';
import { type Bytes, concat, randomBytes, textOf, utf8 } from './bytes.ts';
import { TdfError } from './error.ts';
import { IV_BYTES } from './manifest.ts';

/** Content of the encrypted metadata of a key access entry. */
export interface DocumentMetadata {
  /** The full file name. */
  readonly name: string;
}

/** Encrypts metadata with the data key, in the format of the public SDKs (see `KeyAccessObject.encryptedMetadata`). */
export async function sealMetadata(metadata: DocumentMetadata, encrypt: CryptoKey): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const plain = utf8(JSON.stringify(metadata));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, encrypt, plain));
  const ciphertext = toBase64(concat([iv, sealed]));
  return toBase64(utf8(JSON.stringify({ ciphertext, iv: toBase64(iv) })));
}

/**
 * Decrypts the file name.
 * @returns null if another writer stored something else.
 * @throws TdfError `tdf.metadata_tampered` if it cannot be decrypted.
 */
export async function openName(text: string | undefined, decrypt: CryptoKey): Promise<string | null> {
  const sealed = text === undefined ? undefined : ciphertextIn(text);
  if (!sealed) return null;
  let plain: Bytes;
  try {
    const algorithm = { name: 'AES-GCM', iv: sealed.subarray(0, IV_BYTES) };
    plain = new Uint8Array(await crypto.subtle.decrypt(algorithm, decrypt, sealed.subarray(IV_BYTES)));
  } catch (cause) {
    throw new TdfError('tdf.metadata_tampered', 'the encrypted metadata was changed', { cause });
  }
  const name = parseObject(plain)?.['name'];
  return typeof name === 'string' ? name : null;
}

// Older writers stored plain bytes of their own here, which are not shown.
function ciphertextIn(text: string): Bytes | undefined {
  try {
    const ciphertext = parseObject(fromBase64(text))?.['ciphertext'];
    return typeof ciphertext === 'string' ? fromBase64(ciphertext) : undefined;
  } catch {
    return undefined;
  }
}

function parseObject(bytes: Bytes): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(textOf(bytes));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
