import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { canSign, type TokenKey } from './token-keys.repository.ts';

/** MACs of tokens: a MAC takes a tenth of the time of a signature. */
export interface TokenMacs {
  /** HMAC-SHA-256 (RFC 2104) of a token under a key that is derived from its signing key; null if that key no longer signs. */
  macOf(key: TokenKey, token: string): Buffer | null;
  /** Whether a stored MAC is the one of this token. The comparison takes the same time for every difference. */
  isMacOf(key: TokenKey, token: string, mac: Buffer): boolean;
}

export function createTokenMacs(): TokenMacs {
  const macKeys = new WeakMap<TokenKey, KeyObject>();
  const macOf = (key: TokenKey, token: string): Buffer | null => {
    if (!canSign(key)) return null;
    const macKey = macKeys.get(key) ?? deriveMacKey(key.privateKey);
    macKeys.set(key, macKey);
    return createHmac('sha256', macKey).update(token).digest();
  };
  return {
    macOf,
    isMacOf: (key, token, mac) => {
      const expected = macOf(key, token);
      return expected?.length === mac.length && timingSafeEqual(expected, mac);
    },
  };
}

/** Derives a key by HKDF (RFC 5869), so that the signing key itself has one use only. */
function deriveMacKey(signingKey: KeyObject): KeyObject {
  const secret = signingKey.export({ format: 'der', type: 'pkcs8' });
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'sealflow token mac', 32));
  const macKey = createSecretKey(derived);
  secret.fill(0);
  derived.fill(0);
  return macKey;
}
