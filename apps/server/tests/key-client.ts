import { randomUUID } from 'node:crypto';
import { type KasClient, OBLIGATIONS, openLicence, requestLicence, type UseLicence } from '@sealflow/tdf/kas';
import { bytesSource, type Manifest, openDocument, readSealed, type SealedFile } from '@sealflow/tdf/reader';
import { seal } from '@sealflow/tdf/writer';
import { calculateJwkThumbprint, exportJWK, type JWK, SignJWT } from 'jose';
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

/** Base URL of a service. */
interface Address {
  readonly url: string;
}

export async function signInDevice(
  { url }: Address,
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

export interface Sealed {
  file: Uint8Array;
  documentID: string;
}

export interface SealFor {
  tid: string;
  owner: string;
  plain: Uint8Array<ArrayBuffer>;
  classification?: string;
}

/** Seals as the operator's command line does: with the sealing context of the service, registered afterwards. */
export async function sealFor(service: KeyService, what: SealFor): Promise<Sealed> {
  const { tid, owner, plain, classification } = what;
  const asked = new URLSearchParams({ owner, ...(classification ? { classification } : {}) });
  const { data } = await get(service, `/api/v1/tenants/${tid}/sealing-context?${asked}`);
  const context = data as Record<string, string>;
  const documentID = randomUUID();
  const { stream, summary } = seal({
    kas: {
      url: `${context['platformUrl']}/kas`,
      kid: String(context['kid']),
      publicKeyPem: String(context['publicKeyPem']),
    },
    policy: {
      uuid: documentID,
      namespace: String(context['namespace']),
      owner: String(context['ownerOID']),
      org: context['orgID'] ?? null,
      classification: context['classificationID'] ?? null,
    },
    mimeType: 'text/plain',
    name: '合同.txt',
    content: plain,
  });
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  const { manifestSha256, plainSize: size } = await summary;
  await post(
    `${service.url}/api/v1/tenants/${tid}/documents`,
    {
      documentID,
      ownerOID: context['ownerOID'],
      classificationID: context['classificationID'] ?? null,
      size,
      mimeType: 'text/plain',
      manifestSha256,
    },
    service.operator,
  );
  return { file: Buffer.concat(parts), documentID };
}

export interface OpenAsk extends Partial<KasClient> {
  tid: string;
  device: TestDevice;
  file: Uint8Array;
  /** Changes the manifest before it is sent to the service. */
  alter?: (manifest: Manifest) => Manifest;
}

/** Requests a use licence as the app does. */
export async function licenceFor(service: Address, ask: OpenAsk): Promise<UseLicence> {
  const { tid, device, file, alter, ...client } = ask;
  const { manifest } = await headerOf(file);
  const { token, signingKey } = device;
  const asked = { platformUrl: `${service.url}/otdf/${tid}`, token, signingKey, fulfillable, ...client };
  return requestLicence(asked, { manifest: alter ? alter(manifest) : manifest });
}

/** Opens the content as the app does. */
export async function openAs(service: Address, ask: OpenAsk): Promise<Uint8Array> {
  const licence = await licenceFor(service, ask);
  const keys = await openLicence(licence, ask.device.agreementKey);
  const { bytes } = await openDocument({ source: await headerOf(ask.file), keys });
  return bytes.read(0, bytes.size);
}

async function headerOf(file: Uint8Array): Promise<SealedFile> {
  const sealed = await readSealed(bytesSource(new Uint8Array(file)));
  if (!sealed) throw new Error('a plain file');
  return sealed;
}

const fulfillable = Object.values(OBLIGATIONS);

export async function get({ url, operator }: KeyService, path: string): Promise<Record<string, unknown>> {
  return answered(await fetch(url + path, { headers: { authorization: `Bearer ${operator}` } }));
}

export async function post(url: string, body: object, token?: string): Promise<Record<string, unknown>> {
  return answered(
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    }),
  );
}

async function answered(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
