import { fromBase64, toBase64 } from './base64.ts';
import { type Bytes, concat, randomBytes, textOf, utf8 } from './bytes.ts';
import { TdfError } from './error.ts';
import { IV_SIZE } from './manifest.ts';

/** What we keep in a key access entry's encrypted metadata. */
export interface DocumentMetadata {
  /** The file's whole name. */
  readonly name: string;
}

/** Encrypts metadata by the data key, in the form of the public SDKs (see `KeyAccessObject.encryptedMetadata`). */
export async function sealMetadata(metadata: DocumentMetadata, encrypt: CryptoKey): Promise<string> {
  const iv = randomBytes(IV_SIZE);
  const plain = utf8(JSON.stringify(metadata));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, encrypt, plain));
  const ciphertext = toBase64(concat([iv, sealed]));
  return toBase64(utf8(JSON.stringify({ ciphertext, iv: toBase64(iv) })));
}

/**
 * The name in encrypted metadata; null where another writer put something else there.
 * @throws TdfError `tdf.metadata_tampered` where it does not decrypt.
 */
export async function openName(text: string | undefined, decrypt: CryptoKey): Promise<string | null> {
  const sealed = text === undefined ? undefined : sealedIn(text);
  if (!sealed) return null;
  let plain: Bytes;
  try {
    const algorithm = { name: 'AES-GCM', iv: sealed.subarray(0, IV_SIZE) };
    plain = new Uint8Array(await crypto.subtle.decrypt(algorithm, decrypt, sealed.subarray(IV_SIZE)));
  } catch (cause) {
    throw new TdfError('tdf.metadata_tampered', 'the metadata is not what was sealed', { cause });
  }
  const name = jsonIn(plain)?.['name'];
  return typeof name === 'string' ? name : null;
}

// Older writers put bytes of their own here, which are no claim that we show.
function sealedIn(text: string): Bytes | undefined {
  try {
    const ciphertext = jsonIn(fromBase64(text))?.['ciphertext'];
    return typeof ciphertext === 'string' ? fromBase64(ciphertext) : undefined;
  } catch {
    return undefined;
  }
}

function jsonIn(bytes: Bytes): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(textOf(bytes));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
