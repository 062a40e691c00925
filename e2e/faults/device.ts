import { randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, type JWK, SignJWT } from 'jose';
import type { CallRequest, CallResponse, Client } from './client.ts';
import type { Person } from './journal.ts';

/** A simulated app of one person. It renews its sign-in itself. */
export interface Device extends Person {
  readonly id: string;
  readonly signingKey: CryptoKey;
  readonly agreementKey: CryptoKey;
  readonly token: () => Promise<string>;
  /** Sends a request as this person, and signs in again if the session has ended. */
  call(request: Omit<CallRequest, 'token'>): Promise<CallResponse | undefined>;
  /** Like `call`, with a token of the file service. */
  callFileService(request: Omit<CallRequest, 'token'>): Promise<CallResponse | undefined>;
}

export interface DeviceOptions extends Person {
  readonly client: Pick<Client, 'call'>;
  readonly publicUrl: string;
  readonly password: string;
}

/**
 * The person signs in again when a session has ended for any reason. A node with a shifted clock responds with
 * the same status.
 */
const endedSessionStatuses = new Set([401]);

export async function openDevice({
  client,
  publicUrl,
  password,
  tid,
  fid,
  aid,
}: DeviceOptions): Promise<Device> {
  const { subtle } = crypto;
  const signing = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const agreement = await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveKey']);
  const id = randomUUID();
  const keys = {
    signingKey: publicJwk(await exportJWK(signing.publicKey)),
    agreementKey: publicJwk(await exportJWK(agreement.publicKey)),
  };
  const registration = async () => ({
    id,
    name: 'Phone',
    platform: 'android',
    ...keys,
    proof: await new SignJWT({
      htm: 'POST',
      htu: `${publicUrl}/api/v1/auth/token`,
      jti: randomUUID(),
      agreement: await calculateJwkThumbprint(keys.agreementKey),
    })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: keys.signingKey })
      .setIssuedAt()
      .sign(signing.privateKey),
  });

  let sessionToken: Promise<string> | undefined;
  let fileToken: Promise<string> | undefined;
  const signIn = async (): Promise<string> => {
    // A node with a shifted clock rejects the proof as stale, another node accepts it.
    for (let attempts = 0; attempts < 60; attempts += 1) {
      const device = await registration();
      const response = await client.call({
        method: 'POST',
        path: '/api/v1/auth/token',
        json: { username: aid, password, device },
      });
      if (response === undefined) break;
      if (response.status === 200) return String(response.body.token);
    }
    throw new Error(`${aid} could not sign in`);
  };
  const token = () => (sessionToken ??= withFailureHandler(signIn(), () => (sessionToken = undefined)));

  const withToken = async (
    request: Omit<CallRequest, 'token'>,
    tokenOf: () => Promise<string>,
    invalidate: (usedToken: string) => Promise<void>,
  ) => {
    for (let attempts = 0; ; attempts += 1) {
      const usedToken = await tokenOf();
      const response = await client.call({ ...request, token: usedToken });
      if (response === undefined || !endedSessionStatuses.has(response.status) || attempts > 60)
        return response;
      await invalidate(usedToken);
    }
  };
  const device: Device = {
    tid,
    fid,
    aid,
    id,
    signingKey: signing.privateKey,
    agreementKey: agreement.privateKey,
    token,
    call: (request) =>
      withToken(request, token, async (usedToken) => {
        if ((await sessionToken) === usedToken) sessionToken = undefined;
      }),
    callFileService: (request) =>
      withToken(
        request,
        () =>
          (fileToken ??= withFailureHandler(
            device.call({ method: 'POST', path: `/api/v1/tenants/${tid}/file-token` }).then((response) => {
              if (response?.status !== 200) throw new Error(`no file token: status ${response?.status}`);
              return String(response.body.token);
            }),
            () => (fileToken = undefined),
          )),
        async (usedToken) => {
          if ((await fileToken) === usedToken) fileToken = undefined;
        },
      ),
  };
  return device;
}

async function withFailureHandler<T>(promise: Promise<T>, onFailure: () => void): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    onFailure();
    throw error;
  }
}

const publicJwk = ({ kty, crv, x, y }: JWK) => ({ kty, crv, x, y }) as JWK;
