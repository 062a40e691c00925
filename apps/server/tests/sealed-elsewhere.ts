import {
  constants,
  createHmac,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { attributeFqn } from '@sealflow/tdf';
import type { KeyAccessMessage, KeyAccessRewrapResult, RewrapResponse } from '@sealflow/tdf/kas';
import { SignJWT } from 'jose';

interface Host {
  readonly url: string;
}

export const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' };
/** Session key pair of the test client. */
export const clientKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });

export const toBase64 = (text: string) => Buffer.from(text).toString('base64');

export interface PolicyOf {
  readonly owner?: string;
  readonly classification?: string;
  readonly dissem?: readonly string[] | null;
  readonly uuid?: string;
}

export interface SealedKey {
  readonly dataKey: Buffer;
  readonly policy: string;
  /** Overrides fields with values of other writers, including null. */
  readonly keyAccess: Readonly<Record<string, unknown>>;
}

/** Key access of a document as a public SDK writes it: RSA-wrapped, with the binding as hex in base64. */
export async function sealedElsewhere(host: Host, tid: string, of: PolicyOf): Promise<SealedKey> {
  const { owner, classification, dissem = [], uuid = randomUUID() } = of;
  const address = `${host.url}/otdf/${tid}/kas/v2/kas_public_key?algorithm=rsa:2048&v=2`;
  const { publicKey, kid } = (await (await fetch(address)).json()) as { publicKey: string; kid: string };
  const namespace = `${tid}.127.0.0.1`;
  const attributes = [
    ...(owner ? [attributeFqn(namespace, 'owner', owner)] : []),
    ...(classification ? [attributeFqn(namespace, 'classification', classification)] : []),
  ];
  const dataKey = randomBytes(32);
  const dataAttributes = attributes.map((attribute) => ({ attribute }));
  const policy = toBase64(JSON.stringify({ uuid, body: { dataAttributes, dissem } }));
  const binding = createHmac('sha256', dataKey).update(policy).digest('hex');
  const keyAccess: KeyAccessMessage = {
    type: 'wrapped',
    url: `${host.url}/otdf/${tid}/kas`,
    protocol: 'kas',
    kid,
    wrappedKey: publicEncrypt({ key: publicKey, ...oaep }, dataKey).toString('base64'),
  };
  // Such an SDK drops the `alg` of the binding.
  return { dataKey, policy, keyAccess: { ...keyAccess, policyBinding: { hash: toBase64(binding) } } };
}

interface RequestedPolicy {
  readonly policy: string;
  readonly keys: readonly object[];
}

/** Signed request token of a third-party client. Its key is not registered. */
export async function requestToken(policies: readonly RequestedPolicy[]): Promise<string> {
  const clientPublicKey = clientKeys.publicKey.export({ type: 'spki', format: 'pem' });
  const requests = policies.map(({ policy, keys }, at) => ({
    keyAccessObjects: keys.map((keyAccessObject, index) => ({
      keyAccessObjectId: `kao-${index}`,
      keyAccessObject,
    })),
    policy: { id: `policy-${at}`, body: policy },
  }));
  // Public SDKs also send the first key in the older format.
  const older = { keyAccess: policies[0]?.keys[0], policy: policies[0]?.policy, algorithm: 'RS256' };
  const requestBody = JSON.stringify({ clientPublicKey, requests, ...older });
  const hours = (count: number) => Math.floor(Date.now() / 1000) + count * 3600;
  return new SignJWT({ requestBody, iat: hours(-1), exp: hours(1) })
    .setProtectedHeader({ alg: 'RS256' })
    .sign(clientKeys.privateKey);
}

/** Requests keys by plain HTTP below a base URL: the platform URL of a tenant or the root of the host. */
export async function requestKeys(
  platformUrl: string,
  token: string,
  policies: readonly RequestedPolicy[],
): Promise<Response> {
  return fetch(`${platformUrl}/kas/v2/rewrap`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ signedRequestToken: await requestToken(policies) }),
  });
}

/** Result for the first key of the first policy. */
export async function firstResult(response: Response): Promise<KeyAccessRewrapResult | undefined> {
  const { responses } = (await response.json()) as RewrapResponse;
  return responses?.[0]?.results[0];
}
