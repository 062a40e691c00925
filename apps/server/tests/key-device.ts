import { randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, type JWK, SignJWT } from 'jose';
import { post } from './key-http.ts';
import { type KeyService, password } from './key-service.ts';

/** A signed-in Sealflow app: a device with its two key pairs. */
export interface TestDevice {
  id: string;
  token: string;
  signingKey: CryptoKey;
  agreementKey: CryptoKey;
}

export async function signIn({ url }: KeyService, username: string): Promise<string> {
  const { token } = await post(`${url}/api/v1/auth/token`, { username, password });
  return String(token);
}

export async function signInDevice(
  { url }: { url: string },
  username: string,
  { platform = 'android', secret = password }: { platform?: 'web' | 'android'; secret?: string } = {},
): Promise<TestDevice> {
  const { subtle } = crypto;
  const signing = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const agreement = await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveKey']);
  const signingKey = bare(await exportJWK(signing.publicKey));
  const agreementKey = bare(await exportJWK(agreement.publicKey));
  const address = `${url}/api/v1/auth/token`;
  const proof = await new SignJWT({
    htm: 'POST',
    htu: address,
    jti: randomUUID(),
    agreement: await calculateJwkThumbprint(agreementKey),
  })
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: signingKey })
    .setIssuedAt()
    .sign(signing.privateKey);
  const device = { id: randomUUID(), name: 'Phone', platform, agreementKey, signingKey, proof };
  const { token } = await post(address, { username, password: secret, device });
  return {
    id: device.id,
    token: String(token),
    signingKey: signing.privateKey,
    agreementKey: agreement.privateKey,
  };
}

const bare = ({ kty, crv, x, y }: JWK) => ({ kty, crv, x, y }) as JWK;
