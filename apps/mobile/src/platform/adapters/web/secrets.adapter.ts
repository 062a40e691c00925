import type { SecretsPort } from '../../ports/secrets.port.ts';
import { randomBytes } from '../../random.util.ts';
import type { KeyedStore } from './keyed-store.util.ts';

type Sealed = { readonly iv: Uint8Array<ArrayBuffer>; readonly data: ArrayBuffer };

const keyName = 'secrets.key';
const text = new TextEncoder();

const isKey = (value: unknown) => value instanceof CryptoKey;
const asKey = (key: CryptoKey | undefined) => (isKey(key) ? key : undefined);

/** Values under a non-extractable AES-GCM key: a copy of the browser's files alone decrypts nothing. */
export function createWebSecrets(store: KeyedStore): SecretsPort {
  const sealingKey = async () =>
    asKey(await store.get<CryptoKey>(keyName)) ??
    store.add(
      keyName,
      await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
      isKey,
    );
  return {
    async get(key) {
      const sealed = await store.get<Sealed>(`secret.${key}`);
      if (!sealed) return null;
      try {
        const plain = await crypto.subtle.decrypt(
          { name: 'AES-GCM', iv: sealed.iv, additionalData: text.encode(key) },
          await sealingKey(),
          sealed.data,
        );
        return new TextDecoder().decode(plain);
      } catch {
        return null;
      }
    },
    async set(key, value) {
      const iv = randomBytes(12);
      const data = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv, additionalData: text.encode(key) },
        await sealingKey(),
        text.encode(value),
      );
      await store.put(`secret.${key}`, { iv, data } satisfies Sealed);
    },
    remove: (key) => store.remove(`secret.${key}`),
  };
}
