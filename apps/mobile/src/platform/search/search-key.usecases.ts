import { fromBase64, toBase64 } from '@sealflow/tdf/base64';
import { withLock } from '../locks/web-lock.util.ts';
import type { Platform } from '../ports/platform.port.ts';
import { randomBytes } from '../random.util.ts';

const keyLength = 32;
const text = new TextEncoder();

/** The secret that holds the key of an account's searches on this device. */
export const searchKeyName = (accountID: string) => `search:${accountID}` as const;

/** What a key derived from the account's key of searches is for. */
const purposes = {
  recentSearches: 'sealflow recent searches',
  documentText: 'sealflow text of documents',
} as const;

type SearchPlatform = Pick<Platform, 'secrets'>;

/** The account's key, created at the first use; two tabs that race get the same one. */
async function rootKey({ secrets }: SearchPlatform, accountID: string): Promise<CryptoKey> {
  const name = searchKeyName(accountID);
  const bytes = await withLock(name, async () => {
    const stored = await secrets.get(name);
    if (stored !== null) return fromBase64(stored);
    const created = randomBytes(keyLength);
    await secrets.set(name, toBase64(created));
    return created;
  });
  return crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey']);
}

const derivation = (purpose: keyof typeof purposes): HkdfParams => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt: new Uint8Array(),
  info: text.encode(purposes[purpose]),
});

/** The key under which recent searches are stored. */
export const recentSearchesKey = async (platform: SearchPlatform, accountID: string): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(
    derivation('recentSearches'),
    await rootKey(platform, accountID),
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );

/** The key of the hashes of which the index of the text of documents consists. */
export const documentTextKey = async (platform: SearchPlatform, accountID: string): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(
    derivation('documentText'),
    await rootKey(platform, accountID),
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign'],
  );
