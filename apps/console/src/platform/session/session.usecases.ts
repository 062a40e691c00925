import type { Body, CallId, DeviceRegistration, SignInAnswer } from '@sealflow/contract';
import type { Api } from '@sealflow/sdk/api.client.ts';
import { ApiError, endsSession } from '@sealflow/sdk/api.errors.ts';
import { exportPublicKey, signProof } from '@sealflow/sdk/dpop.util.ts';
import { createStore, del, get, set, update } from 'idb-keyval';
import { type Session, setSessionState, useSessionStore } from './session.store.ts';

/** The password, or the second factor after it. Other ways are the fields of the call `POST /api/v1/auth/token`. */
export type Credentials = Body<'POST /api/v1/auth/token'>;

type SessionDeps = {
  readonly api: () => Api;
  /** ms since 1970, by the clock of the service. */
  readonly serverNow: () => number;
  /** Name of this browser in the list of devices. */
  readonly deviceName: () => string;
};

const store = createStore('sealflow-console', 'session');
const sessionKey = 'session';
const deviceKey = 'device';
/** Two tabs must not refresh at the same time: the service takes the use of a replaced token for a theft. */
const lockName = 'sealflow-console-session';
const signInCall = 'POST /api/v1/auth/token';
const refreshCall = 'POST /api/v1/auth/refresh-token';
const refreshBeforeExpiryMs = 24 * 3_600_000;
const methodOf = (name: CallId) => name.slice(0, name.indexOf(' '));

export type SessionActions = ReturnType<typeof createSession>;

/**
 * Sign-in, refresh and sign-out of the console. The token lies in IndexedDB, readable for the pages of this origin only;
 * refreshing it takes a signature by a key that no script can read.
 */
export function createSession({ api, serverNow, deviceName }: SessionDeps) {
  const channel = new BroadcastChannel(lockName);
  channel.addEventListener('message', () => void readStored());

  async function publish(session: Session | null): Promise<void> {
    if (session === null) await del(sessionKey, store);
    else await set(sessionKey, session, store);
    channel.postMessage('changed');
  }

  /** Takes over what another tab has stored. */
  async function readStored(): Promise<Session | undefined> {
    const session = await get<Session>(sessionKey, store);
    if (session === undefined) {
      const { state } = useSessionStore.getState();
      if (state.phase !== 'signedOut') setSessionState({ phase: 'signedOut', reason: 'none' });
    } else setSessionState({ phase: 'signedIn', session });
    return session;
  }

  /** Proves the keys of this browser for a call that signs in. */
  async function registerDevice(name: CallId): Promise<DeviceRegistration> {
    const device = await ensureDevice();
    const agreementKey = await exportPublicKey(device.agreement.publicKey);
    const request = { method: methodOf(name), url: api().url(name), now: serverNow() };
    return {
      id: device.id,
      name: deviceName(),
      platform: 'web',
      agreementKey,
      signingKey: await exportPublicKey(device.signing.publicKey),
      proof: await signProof(device.signing, { ...request, agreementKey }),
    };
  }

  /**
   * Signs in by one of the forms of the call.
   * @throws ApiError; `login.second_factor_required` has the parameter `challenge`.
   */
  async function signIn(credentials: Credentials, username: string): Promise<Session> {
    const answer = await onThisDevice(signInCall, (device) =>
      api().call(signInCall, { body: { ...credentials, device }, token: null }),
    );
    return adopt(answer, username);
  }

  /** Signs in by a call with the keys of this browser, and again where the first proof does not suffice. */
  async function onThisDevice<T>(
    name: CallId,
    request: (device: DeviceRegistration) => Promise<T>,
  ): Promise<T> {
    const attempt = async () => request(await registerDevice(name));
    return attempt().catch(async (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      // A withdrawn device signs in as a new one. A wrong clock invalidates the first proof only.
      if (error.code === 'login.device_withdrawn') await del(deviceKey, store);
      else if (error.code !== 'login.device_proof_invalid') throw error;
      return attempt();
    });
  }

  /** Stores the answer of a sign-in on this device and shows its session. */
  async function adopt(
    { aid, token, expire, tenants, mobileNo, email }: SignInAnswer,
    username: string,
  ): Promise<Session> {
    const session: Session = { aid, token, expire, tenants, username, mobileNo, email };
    await publish(session);
    setSessionState({ phase: 'signedIn', session, isNew: true });
    return session;
  }

  /** Shows the stored session and refreshes its token if it expires within a day. */
  async function start(): Promise<void> {
    const session = await readStored();
    if (session !== undefined) await refresh();
  }

  /** Exchanges a token that expires within a day. Without a connection the present one stays in use. */
  async function refresh(): Promise<void> {
    await navigator.locks.request(lockName, async () => {
      const session = await get<Session>(sessionKey, store);
      if (session === undefined || session.expire - serverNow() > refreshBeforeExpiryMs) return;
      const device = await findDevice();
      if (device === undefined) return;
      const request = { method: methodOf(refreshCall), url: api().url(refreshCall), now: serverNow() };
      const dpop = await signProof(device.signing, { ...request, token: session.token });
      try {
        const next = await api().call(refreshCall, { headers: { dpop }, token: session.token });
        const refreshed = { ...session, ...next };
        await publish(refreshed);
        setSessionState({ phase: 'signedIn', session: refreshed });
      } catch (error) {
        if (endsSession(error)) await end('ended');
      }
    });
  }

  async function end(reason: 'none' | 'ended'): Promise<void> {
    setSessionState({ phase: 'signedOut', reason });
    await publish(null);
  }

  /** Ends the session at the service and in all tabs. Without a connection it ends in this browser only. */
  async function signOut(): Promise<void> {
    await api()
      .call('POST /api/v1/auth/logout')
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
    await end('none');
  }

  /** Ends the session if an answer says that the service ended it. */
  function onFailure(error: ApiError): void {
    if (endsSession(error) && useSessionStore.getState().state.phase === 'signedIn') void end('ended');
  }

  /** Adds a tenant that the account joined after the sign-in. */
  async function addTenant(tenant: Session['tenants'][number]): Promise<void> {
    const session = await get<Session>(sessionKey, store);
    if (session === undefined || session.tenants.some(({ id }) => id === tenant.id)) return;
    const changed = { ...session, tenants: [...session.tenants, tenant] };
    await publish(changed);
    setSessionState({ phase: 'signedIn', session: changed });
  }

  return { start, signIn, adopt, onThisDevice, refresh, signOut, onFailure, addTenant };
}

/** This browser as a device of the account: its keys never leave it, because they are not extractable. */
type Device = {
  readonly id: string;
  readonly agreement: CryptoKeyPair;
  readonly signing: CryptoKeyPair;
};

async function createDevice(): Promise<Device> {
  const createPair = (name: 'ECDH' | 'ECDSA', usages: KeyUsage[]) =>
    crypto.subtle.generateKey({ name, namedCurve: 'P-256' }, false, usages);
  const [agreement, signing] = await Promise.all([
    createPair('ECDH', ['deriveBits']),
    createPair('ECDSA', ['sign', 'verify']),
  ]);
  return { id: crypto.randomUUID(), agreement, signing };
}

const findDevice = (): Promise<Device | undefined> => get<Device>(deviceKey, store);

/** The stored device, or a new one. Two tabs that start at the same time get the same device. */
async function ensureDevice(): Promise<Device> {
  const candidate = (await findDevice()) ?? (await createDevice());
  await update<Device>(deviceKey, (stored) => stored ?? candidate, store);
  return (await findDevice()) ?? candidate;
}
