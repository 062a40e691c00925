import { generateEphemeralPair } from '../agreement.ts';
import { toBase64 } from '../base64.ts';
import type { Bytes } from '../bytes.ts';
import { exportPem } from '../pem.ts';
import { wrapByPair } from '../wrap.ts';

/**
 * The wrapping side of one rewrap response. All keys of a response share its `sessionPublicKey`, so create one session
 * for each response and wrap each data key with it.
 */
export interface RewrapSession {
  /** PEM for `RewrapResponse.sessionPublicKey`; empty for RSA clients, which do not need it. */
  readonly sessionPublicKey: string;
  /** @returns base64 for `kasWrappedKey`. */
  wrap(dataKey: Bytes): Promise<string>;
}

/** A session for a registered device: wraps to its agreement key, with the terms as an input of the key derivation. */
export async function deviceSession(agreementKey: CryptoKey, terms: string): Promise<RewrapSession> {
  return agreementSession(agreementKey, terms);
}

/** A session for a third-party client: wraps to the key of its request (`importClientKey`), as in OpenTDF. */
export async function clientSession(clientKey: CryptoKey): Promise<RewrapSession> {
  if (clientKey.algorithm.name !== 'RSA-OAEP') return agreementSession(clientKey, '');
  return {
    sessionPublicKey: '',
    wrap: async (dataKey) =>
      toBase64(new Uint8Array(await crypto.subtle.encrypt('RSA-OAEP', clientKey, dataKey))),
  };
}

async function agreementSession(publicKey: CryptoKey, info: string): Promise<RewrapSession> {
  const { privateKey, publicKey: sessionKey } = await generateEphemeralPair();
  return {
    sessionPublicKey: await exportPem(sessionKey),
    wrap: (dataKey) => wrapByPair({ dataKey, privateKey, publicKey, info }),
  };
}
