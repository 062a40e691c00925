import { fromBase64, fromHex, toBase64, toHex } from './base64.ts';
import { type Bytes, textOf, utf8 } from './bytes.ts';
import { hmac } from './data-key.ts';
import type { PolicyBinding } from './manifest.ts';

/**
 * Decodes a digest of a manifest: base64 of its bytes, or of its hexadecimal digits, which the public SDKs write for
 * policy bindings and, in files before 4.3.0, for all digests.
 * @returns undefined if it is neither, or has another length.
 */
export function decodeDigest(text: string, length: number): Bytes | undefined {
  try {
    const bytes = fromBase64(text);
    if (bytes.length === length) return bytes;
    return bytes.length === length * 2 ? fromHex(textOf(bytes)) : undefined;
  } catch {
    return undefined;
  }
}

export async function bindPolicy(sign: CryptoKey, policy: string): Promise<PolicyBinding> {
  return { alg: 'HS256', hash: toBase64(utf8(toHex(await hmac(sign, utf8(policy))))) };
}

/** In a rewrap request the public web SDK omits `alg`. */
export interface ClaimedBinding {
  readonly alg?: string;
  readonly hash: string;
}

/**
 * Whether a policy text belongs to a data key (schema/OpenTDF/key_access_object.md, policy binding). WebCrypto compares
 * in constant time.
 * @param verify HMAC-SHA256 key of the data key, or of the share of the entry.
 */
export async function isPolicyBound(
  verify: CryptoKey,
  policy: string,
  binding: ClaimedBinding,
): Promise<boolean> {
  const { alg = 'HS256', hash } = binding;
  const digest = alg === 'HS256' ? decodeDigest(hash, 32) : undefined;
  return digest !== undefined && crypto.subtle.verify('HMAC', verify, digest, utf8(policy));
}
