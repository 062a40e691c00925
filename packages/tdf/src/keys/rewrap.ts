import { ephemeralPair } from '../agreement.ts';
import { toBase64 } from '../base64.ts';
import type { Bytes } from '../bytes.ts';
import { pemOf } from '../pem.ts';
import { wrapByAgreement } from '../wrap.ts';

/**
 * The wrapping side of one rewrap answer. All keys of an answer share its `sessionPublicKey`, so begin one session an
 * answer and wrap each data key with it.
 */
export interface RewrapSession {
  /** PEM for `RewrapResponse.sessionPublicKey`; empty for RSA clients, who need none. */
  readonly sessionPublicKey: string;
  /** @returns base64 for `kasWrappedKey`. */
  wrap(dataKey: Bytes): Promise<string>;
}

/** For one of our devices: wrapped to its registered agreement key, the text of the terms being part of the key. */
export async function deviceSession(agreementKey: CryptoKey, terms: string): Promise<RewrapSession> {
  return agreementSession(agreementKey, terms);
}

/** For a client of another make: wrapped to the key of its request (`importClientKey`), as OpenTDF has it. */
export async function clientSession(clientKey: CryptoKey): Promise<RewrapSession> {
  if (clientKey.algorithm.name !== 'RSA-OAEP') return agreementSession(clientKey, '');
  return {
    sessionPublicKey: '',
    wrap: async (dataKey) =>
      toBase64(new Uint8Array(await crypto.subtle.encrypt('RSA-OAEP', clientKey, dataKey))),
  };
}

async function agreementSession(publicKey: CryptoKey, info: string): Promise<RewrapSession> {
  const pair = await ephemeralPair();
  return {
    sessionPublicKey: await pemOf(pair.publicKey),
    wrap: async (dataKey) => (await wrapByAgreement({ dataKey, publicKey, pair, info })).wrappedKey,
  };
}
