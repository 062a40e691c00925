import { toBase64Url } from '@sealflow/tdf/base64';

/** The request that a DPoP proof (RFC 9449) is made for. */
export type ProofRequest = {
  readonly method: string;
  /** The absolute URL without query and fragment. */
  readonly url: string;
  /** ms since 1970. */
  readonly now: number;
  /** The access token that the proof is bound to. */
  readonly token?: string;
  /** The agreement key that a device registration includes. */
  readonly agreementKey?: JsonWebKey;
};

export type PublicKey = { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string };

const utf8 = (text: string) => new TextEncoder().encode(text);

const digestText = async (text: string) =>
  toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))));
const encodePart = (value: object) => toBase64Url(utf8(JSON.stringify(value)));

/** The public half of a P-256 key in the service's format. */
export async function exportPublicKey(key: CryptoKey): Promise<PublicKey> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', key);
  return { kty: 'EC', crv: 'P-256', x, y };
}

/** The RFC 7638 thumbprint of a P-256 key. */
const thumbprint = ({ crv, kty, x, y }: JsonWebKey) => digestText(JSON.stringify({ crv, kty, x, y }));

/**
 * Signs a proof of possession for one request: a JWS of type `dpop+jwt`, ES256. The `dpop` library would take the time
 * from the clock of the device, which may be wrong.
 */
export async function signProof(
  signing: CryptoKeyPair,
  { method, url, now, token, agreementKey }: ProofRequest,
): Promise<string> {
  const header = encodePart({ typ: 'dpop+jwt', alg: 'ES256', jwk: await exportPublicKey(signing.publicKey) });
  const claims = encodePart({
    jti: toBase64Url(crypto.getRandomValues(new Uint8Array(16))),
    htm: method,
    htu: url,
    iat: Math.floor(now / 1000),
    ...(token === undefined ? {} : { ath: await digestText(token) }),
    ...(agreementKey === undefined ? {} : { agreement: await thumbprint(agreementKey) }),
  });
  const signed = `${header}.${claims}`;
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    signing.privateKey,
    utf8(signed),
  );
  return `${signed}.${toBase64Url(new Uint8Array(signature))}`;
}
