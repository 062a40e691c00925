import { randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, type JWK, SignJWT } from 'jose';
import type { Ask, Client, Told } from './client.ts';
import type { Person } from './journal.ts';

/** One of our apps in somebody's hands: it stays signed in by itself. */
export interface Device extends Person {
  readonly id: string;
  readonly signingKey: CryptoKey;
  readonly agreementKey: CryptoKey;
  readonly token: () => Promise<string>;
  /** Asks for a call of the service as this person, and signs in again where the session has ended. */
  call(ask: Omit<Ask, 'token'>): Promise<Told | undefined>;
  /** As `call`, with a token of the file service. */
  file(ask: Omit<Ask, 'token'>): Promise<Told | undefined>;
}

export interface DeviceOptions extends Person {
  readonly client: Pick<Client, 'call'>;
  readonly publicUrl: string;
  readonly password: string;
}

/** A session that has ended, for whatever reason: people sign in again. A node whose clock is off says so too. */
const sessionOver = new Set([401]);

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
    signingKey: bare(await exportJWK(signing.publicKey)),
    agreementKey: bare(await exportJWK(agreement.publicKey)),
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

  let signedIn: Promise<string> | undefined;
  let fileToken: Promise<string> | undefined;
  const signIn = async (): Promise<string> => {
    // A node whose clock is off takes no proof for fresh: another one does.
    for (let tries = 0; tries < 60; tries += 1) {
      const device = await registration();
      const told = await client.call({
        method: 'POST',
        path: '/api/v1/auth/token',
        json: { username: aid, password, device },
      });
      if (told === undefined) break;
      if (told.status === 200) return String(told.body.token);
    }
    throw new Error(`${aid} could not sign in`);
  };
  const token = () => (signedIn ??= keep(signIn(), () => (signedIn = undefined)));

  const withToken = async (
    ask: Omit<Ask, 'token'>,
    tokenOf: () => Promise<string>,
    forget: (used: string) => Promise<void>,
  ) => {
    for (let tries = 0; ; tries += 1) {
      const used = await tokenOf();
      const told = await client.call({ ...ask, token: used });
      if (told === undefined || !sessionOver.has(told.status) || tries > 60) return told;
      await forget(used);
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
    call: (ask) =>
      withToken(ask, token, async (used) => {
        if ((await signedIn) === used) signedIn = undefined;
      }),
    file: (ask) =>
      withToken(
        ask,
        () =>
          (fileToken ??= keep(
            device.call({ method: 'POST', path: `/api/v1/tenants/${tid}/file-token` }).then((told) => {
              if (told?.status !== 200) throw new Error(`no file token: ${told?.status}`);
              return String(told.body.token);
            }),
            () => (fileToken = undefined),
          )),
        async (used) => {
          if ((await fileToken) === used) fileToken = undefined;
        },
      ),
  };
  return device;
}

async function keep<T>(promise: Promise<T>, onFailure: () => void): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    onFailure();
    throw error;
  }
}

const bare = ({ kty, crv, x, y }: JWK) => ({ kty, crv, x, y }) as JWK;
