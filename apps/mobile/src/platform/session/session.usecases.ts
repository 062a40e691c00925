import type { SignInAnswer, TenantMembership } from '@sealflow/contract';
import { limits } from '@sealflow/domain/limits';
import { tabsForRoles } from '@sealflow/domain/roles';
import { type Api, ApiError, endsSession } from '../api/index.ts';
import type { Platform } from '../index.ts';
import { refreshProof, registerDevice } from './device-proof.ts';
import { createSessionStorage, type StoredSession } from './session.storage.ts';
import {
  type Account,
  currentTenant,
  type Session,
  type SignedIn,
  useSessionStore,
} from './session.store.ts';
import { decideFailure, decideStart } from './start.rules.ts';

export type SessionDeps = {
  readonly api: Api;
  readonly platform: Platform;
  /** The service's time as far as it is known, ms since 1970. */
  readonly serverNow: () => number;
  /** Removes what the device keeps of an account's documents. */
  readonly wipe: (accountId: string) => Promise<void>;
  /** Tells the browser's other tabs that the account changed. */
  readonly announce: () => void;
};

export type SessionActions = ReturnType<typeof createSession>;

const show = (session: Session) => useSessionStore.setState({ session });
const shown = () => useSessionStore.getState().session;
const local = (code: ApiError['code']) => new ApiError({ kind: 'http', code, message: '' });

/** Signing in, staying in and leaving, as sections 4 and 8 of the specification have it. */
export function createSession(deps: SessionDeps) {
  const { api, platform, wipe, announce } = deps;
  const storage = createSessionStorage(platform);
  const timeoutMs = limits.signInTimeout;

  async function leave(notice: ApiError | null): Promise<void> {
    await storage.clear();
    show({ phase: 'signedOut', notice });
  }

  function fail(step: 'refresh' | 'user', error: unknown, stored: SignedIn | null): Promise<void> | void {
    if (!(error instanceof ApiError)) throw error;
    if (decideFailure(step, error.code) === 'pwdlogin') return leave(error);
    show({ phase: 'failed', error, stored });
  }

  /** Fetches the person and their tabs in a tenant, and goes in. */
  async function enter(session: StoredSession, membership: TenantMembership | null): Promise<void> {
    const { account, tenants } = session;
    if (membership === null) {
      const tabs = tabsForRoles({ hasTenant: false, roleIDs: [] }) ?? [];
      return show({ phase: 'signedIn', account, tenants, tenant: null, user: null, tabs });
    }
    const tenant = currentTenant(membership);
    // Its own token option: a failure here has rules of its own, and does not count as one of the running session.
    const user = await api.call('GET /api/v1/tenants/{tid}/current-user', {
      params: { tid: tenant.tid },
      token: await storage.token(),
    });
    const tabs = tabsForRoles({ hasTenant: true, roleIDs: user.roles.map(({ roleID }) => roleID) });
    if (tabs === null) return leave(local('login.unknown_role'));
    await storage.chooseTenant(tenant);
    await storage.keepUser(tenant.tid, user);
    show({ phase: 'signedIn', account, tenants, tenant, user, tabs });
  }

  async function enterOrChoose(session: StoredSession): Promise<void> {
    const { account, tenants } = session;
    const tid = await storage.chosenTenant();
    const membership = tenants.length === 1 ? tenants[0] : tenants.find(({ id }) => id === tid);
    if (membership === undefined && tenants.length > 0) return show({ phase: 'choosing', account, tenants });
    try {
      await enter(session, membership ?? null);
    } catch (error) {
      await fail('user', error, null);
    }
  }

  /** Section 4, startup. Also the retry of the network error screen. */
  async function start(): Promise<void> {
    const before = shown();
    if (before.phase !== 'failed') show({ phase: 'starting' });
    const { token, expire, session } = await storage.read();
    const decision = decideStart({ token, expire }, platform.clock.now());
    if (decision !== 'refresh' || token === null || session === null) {
      return leave(decision === 'expired' ? local('login.signature_is_invalid') : null);
    }
    try {
      const dpop = session.bound ? await refreshProof(deps, token) : undefined;
      const headers = dpop === undefined ? {} : { dpop };
      const fresh = await api.call('POST /api/v1/auth/refresh-token', { headers, token, timeoutMs });
      await storage.writeToken(fresh);
    } catch (error) {
      return fail('refresh', error, storedEntry(session, await storage.chosenTenant()));
    }
    await enterOrChoose(session);
  }

  async function signIn(credentials: {
    readonly username: string;
    readonly password: string;
  }): Promise<void> {
    const answer = await requestToken(deps, credentials);
    const account: Account = { aid: answer.aid, mobileNo: answer.mobileNo, email: answer.email };
    const session = { account, tenants: answer.tenants, bound: answer.bound, user: null };
    await storage.clear();
    await storage.writeSession(session);
    await storage.writeToken(answer);
    // What a person downloads should not be cleared behind their back; a refusal changes nothing here.
    void platform.persistence.request().catch(() => false);
    announce();
    await enterOrChoose(session);
  }

  async function chooseTenant(tid: string): Promise<void> {
    const { session } = await storage.read();
    const membership = session?.tenants.find(({ id }) => id === tid);
    if (session === null || membership === undefined) return leave(local('login.token_expired'));
    await enter(session, membership);
  }

  async function signOut(): Promise<void> {
    const before = shown();
    // The service forgets the token at its own end when it cannot be told.
    await api
      .call('POST /api/v1/auth/logout', { timeoutMs, token: await storage.token() })
      .catch(() => undefined);
    if ('account' in before) await wipe(before.account.aid);
    await leave(null);
    announce();
  }

  /** Told of every failed call: ends the session where the service says it has ended. */
  async function onFailure(error: ApiError, token: string): Promise<void> {
    if (!endsSession(error)) return;
    // Another tab may have refreshed or signed in anew since; then this answer is about a token of the past.
    if ((await storage.token()) !== token) return;
    await leave(error);
  }

  /** Goes on with what the device keeps, while the service cannot be reached. */
  function continueStored(): void {
    const session = shown();
    if (session.phase === 'failed' && session.stored !== null) show(session.stored);
  }

  return { start, signIn, chooseTenant, signOut, onFailure, continueStored, token: storage.token };
}

/** The entry that the device could make by itself; null where it does not know the person in their tenant. */
function storedEntry({ account, tenants, user }: StoredSession, tid: string | null): SignedIn | null {
  const membership = tenants.find(({ id }) => id === tid);
  if (membership === undefined || user === null || user.tid !== tid) return null;
  const tabs = tabsForRoles({ hasTenant: true, roleIDs: user.user.roles.map(({ roleID }) => roleID) });
  if (tabs === null) return null;
  return { phase: 'signedIn', account, tenants, tenant: currentTenant(membership), user: user.user, tabs };
}

type Credentials = { readonly username: string; readonly password: string };

async function requestToken(
  deps: SessionDeps,
  credentials: Credentials,
): Promise<SignInAnswer & { bound: boolean }> {
  const attempt = async () => {
    const device = await registerDevice(deps);
    const answer = await deps.api.call('POST /api/v1/auth/token', {
      body: device === null ? credentials : { ...credentials, device },
      token: null,
      timeoutMs: limits.signInTimeout,
    });
    return { ...answer, bound: device !== null };
  };
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A withdrawn device may sign in again as a new one; its old id stays withdrawn.
    if (error.code === 'login.device_withdrawn') await deps.platform.deviceKeys.forget();
    // A wrong clock of the device spoils the first proof; the answer brought the service's time.
    else if (error.code !== 'login.device_proof_invalid') throw error;
    return attempt();
  }
}
