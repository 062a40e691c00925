import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { MasterKeyError } from './master-key.errors.ts';

const ivBytes = 12;
const tagBytes = 16;

/**
 * Wraps a private key by AES-256-GCM. The result is a random IV, the ciphertext and the tag. `context` (for example the kid)
 * is authenticated, so that a wrapped key cannot be moved to another row.
 */
export function wrapAtRest(secret: Uint8Array, masterKey: Uint8Array, context: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', masterKey, iv).setAAD(Buffer.from(context));
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** Unwraps a private key. @throws MasterKeyError `master_key.does_not_open` if the key, context or any byte differs. */
export function unwrapAtRest(wrapped: Uint8Array, masterKey: Uint8Array, context: string): Buffer {
  if (wrapped.length <= ivBytes + tagBytes) throw unwrapError();
  const bodyEnd = wrapped.length - tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', masterKey, wrapped.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(wrapped.subarray(bodyEnd));
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(ivBytes, bodyEnd)), decipher.final()]);
  } catch {
    throw unwrapError();
  }
}

const unwrapError = () =>
  new MasterKeyError('master_key.does_not_open', 'a stored key cannot be unwrapped with the master key');
