import type { TenantMembership } from '@sealflow/contract';
import { limits } from '@sealflow/domain/limits';
import { tabsForRoles } from '@sealflow/domain/roles';
import { ApiError, endsSession } from '../api/index.ts';
import type { ProofDeps } from './device-proof.ts';
import { isRefreshDue } from './refresh.rules.ts';
import { createSessionStorage, type StoredSession } from './session.storage.ts';
import { type Account, currentTenant, type Session, useSessionStore } from './session.store.ts';
import { decideFailure, decideStart, isAboutTenant } from './start.rules.ts';
import { choicesOf, entryWithoutTenant, readUser, storedEntry } from './stored-entry.rules.ts';
import { type Credentials, nameOf, requestRefresh, requestToken } from './token-requests.ts';

export type SessionDeps = ProofDeps & {
  /** Removes what the device keeps of an account's documents. */
  readonly wipe: (accountId: string) => Promise<void>;
  /** Told first of a sign-out, while the token is still good: the push alias goes here. */
  readonly onSignOut?: (accountId: string) => Promise<void>;
  /** Tells the browser's other tabs who is signed in now; null for nobody. */
  readonly announce: (accountId: string | null) => void;
};

export type SessionActions = ReturnType<typeof createSession>;

const show = (session: Session) => useSessionStore.setState({ session });
const shown = () => useSessionStore.getState().session;
const withdrawn = 'login.device_withdrawn';
const local = (code: ApiError['code']) => new ApiError({ kind: 'http', code, message: '' });

/** Signing in, staying in and leaving, as sections 4 and 8 of the specification have it. */
export function createSession(deps: SessionDeps) {
  const { api, platform, wipe, announce } = deps;
  const storage = createSessionStorage(platform);
  const refreshed = { owed: false, triedAt: null as number | null, doneAt: null as number | null };
  let turn = 0;
  let leaving: Promise<void> | null = null;

  /** Whatever was under way before shows nothing any more. @returns whether this is still the latest. */
  function begin(): () => boolean {
    turn += 1;
    const mine = turn;
    return () => mine === turn;
  }

  /** Ends the session on the device by itself, not by the person's wish: they can go on where they were. */
  function leave(notice: ApiError | null): Promise<void> {
    leaving ??= (async () => {
      begin();
      const { session } = await storage.read();
      const tid = await storage.chosenTenant();
      // Whoever withdrew the device wants nothing left on it.
      if (session && notice?.code === withdrawn) await removeDocuments(session.account.aid);
      await storage.clear({ drafts: false });
      const left = session ? { aid: session.account.aid, name: session.name ?? null, tid } : null;
      show({ phase: 'signedOut', notice, left });
    })().finally(() => {
      leaving = null;
    });
    return leaving;
  }

  /** A wipe that fails or is killed is done at the next start. */
  async function removeDocuments(aid: string): Promise<void> {
    await storage.markWiping(aid);
    await wipe(aid).then(storage.wiped, () => undefined);
  }

  /** Does what a sign-out that was killed, or whose wipe failed, left undone: its session goes too. */
  async function finishSignOut(): Promise<void> {
    const aid = await storage.wiping();
    if (aid === null) return;
    const { session } = await storage.read();
    if (session?.account.aid === aid) await storage.clear({ drafts: true });
    await removeDocuments(aid);
  }

  async function fail(step: 'refresh' | 'user', error: unknown, session: StoredSession): Promise<void> {
    const known = error instanceof ApiError ? error : local('app.unknown_error');
    if (decideFailure(step, known.code) === 'pwdlogin') return leave(known);
    // Section 8 leads it to the network error; nothing is left there to go on with.
    if (known.code === withdrawn) await removeDocuments(session.account.aid);
    // Stored things stand in for a service that is away, not for one that has ended the session.
    const stored = endsSession(known) ? null : storedEntry(session, await storage.chosenTenant());
    const choices = step === 'user' ? choicesOf(session) : null;
    show({ phase: 'failed', error: known, stored, choices });
    if (known !== error) throw error;
  }

  /** Fetches the person and their tabs in a tenant, and goes in. */
  async function enter(
    session: StoredSession,
    membership: TenantMembership | null,
    isCurrent: () => boolean,
  ): Promise<void> {
    if (membership === null) return show(entryWithoutTenant(session));
    const { account, tenants } = session;
    const tenant = currentTenant(membership);
    // Its own token option: a failure here has rules of its own, and does not count as one of the running session.
    const answer = await api.call('GET /api/v1/tenants/{tid}/current-user', {
      params: { tid: tenant.tid },
      token: await storage.token(),
    });
    if (!isCurrent()) return;
    const { user, rightsReadable } = readUser(answer);
    const tabs = tabsForRoles({ hasTenant: true, roleIDs: user.roles.map(({ roleID }) => roleID) });
    if (tabs === null) return leave(local('login.unknown_role'));
    await storage.chooseTenant(tenant);
    await storage.keepUser(tenant.tid, user);
    if (isCurrent()) show({ phase: 'signedIn', account, tenants, tenant, user, tabs, rightsReadable });
  }

  async function enterOrChoose(session: StoredSession, isCurrent: () => boolean): Promise<void> {
    const { tenants } = session;
    const tid = await storage.chosenTenant();
    const membership = tenants.length === 1 ? tenants[0] : tenants.find(({ id }) => id === tid);
    const choices = choicesOf(session);
    if (membership === undefined && choices !== null) return show(choices);
    try {
      await enter(session, membership ?? null, isCurrent);
    } catch (error) {
      if (isCurrent()) await fail('user', error, session);
    }
  }

  async function refresh(session: StoredSession, token: string): Promise<void> {
    refreshed.triedAt = platform.clock.now();
    const fresh = await requestRefresh(deps, { token, bound: session.bound });
    refreshed.doneAt = platform.clock.now();
    refreshed.owed = false;
    // Whoever has signed out meanwhile stays out.
    if ((await storage.token()) === token) await storage.writeToken(fresh);
  }

  /** Section 4, startup. Also the retry of the network error screen. */
  async function start(): Promise<void> {
    const isCurrent = begin();
    if (shown().phase !== 'failed') show({ phase: 'starting' });
    await finishSignOut();
    const { token, expire, session } = await storage.read();
    const decision = decideStart({ token, expire }, platform.clock.now());
    if (decision !== 'refresh' || token === null || session === null) {
      return leave(decision === 'expired' ? local('login.signature_is_invalid') : null);
    }
    try {
      await refresh(session, token);
    } catch (error) {
      return isCurrent() ? fail('refresh', error, session) : undefined;
    }
    if (isCurrent()) await enterOrChoose(session, isCurrent);
  }

  /** Looks whether a running session's token nears its end, and exchanges it; a failure is tried again later. */
  async function keepFresh(): Promise<void> {
    if (shown().phase !== 'signedIn') return;
    const { token, expire, session } = await storage.read();
    if (token === null || expire === null || session === null) return;
    const { owed } = refreshed;
    if (!isRefreshDue({ expire, bound: session.bound, ...refreshed }, platform.clock.now())) return;
    try {
      await refresh(session, token);
      if (owed) await lookAgain(session);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isOver = decideFailure('refresh', error.code) === 'pwdlogin' || endsSession(error);
      if (isOver && (await storage.token()) === token) await leave(error);
    }
  }

  /** After a start without a network: the person's roles and rights may be others by now. */
  async function lookAgain(session: StoredSession): Promise<void> {
    const before = shown();
    if (before.phase !== 'signedIn' || before.tenant === null) return;
    const { tid } = before.tenant;
    const membership = session.tenants.find(({ id }) => id === tid);
    if (membership) await enter(session, membership, begin());
  }

  async function signIn(credentials: Credentials, signal?: AbortSignal): Promise<void> {
    const isCurrent = begin();
    const before = shown();
    const answer = await requestToken(deps, credentials, signal);
    if (!isCurrent()) return;
    const { aid, mobileNo, email, tenants, bound } = answer;
    const left = before.phase === 'signedOut' && before.left?.aid === aid ? before.left : null;
    const session = {
      account: { aid, mobileNo, email },
      tenants,
      bound,
      user: null,
      name: nameOf(credentials),
    };
    // What is still to be removed of somebody goes before they begin anew, not in the middle of their work.
    await finishSignOut();
    if ((await storage.wiping()) === aid) await storage.wiped();
    await storage.clear({ drafts: false });
    await storage.writeSession(session);
    await storage.writeToken(answer);
    // Whoever comes back goes on in the organisation that they were in.
    const tenant = tenants.find(({ id }) => id === left?.tid);
    if (tenant) await storage.chooseTenant(currentTenant(tenant));
    // What a person downloads should not be cleared behind their back; a refusal changes nothing here.
    void platform.persistence.request().catch(() => false);
    announce(aid);
    await enterOrChoose(session, isCurrent);
  }

  /** Enters a tenant. @throws ApiError where one stays where one was, to be said beside the choice. */
  async function chooseTenant(tid: string): Promise<void> {
    const isCurrent = begin();
    const before = shown();
    const { session } = await storage.read();
    const membership = session?.tenants.find(({ id }) => id === tid);
    if (session === null || membership === undefined) return leave(local('login.token_expired'));
    try {
      await enter(session, membership, isCurrent);
    } catch (error) {
      if (!isCurrent()) return;
      if (endsSession(error)) return leave(error);
      if (before.phase === 'signedIn' || (error instanceof ApiError && isAboutTenant(error.code)))
        throw error;
      // The retry of the network error screen goes on with this one.
      await storage.chooseTenant(currentTenant(membership));
      await fail('user', error, session);
    }
  }

  /** From a start that failed in one organisation to the choice of another. */
  async function chooseAnother(): Promise<void> {
    const session = shown();
    if (session.phase !== 'failed' || session.choices === null) return;
    begin();
    await storage.forgetTenant();
    show(session.choices);
  }

  /** Section 4, logout. A start that failed is left too, but keeps what is stored for whoever signs in again. */
  async function signOut(): Promise<void> {
    begin();
    const before = shown();
    const token = await storage.token();
    // The service forgets the token at its own end when it cannot be told.
    const tell = () =>
      api.call('POST /api/v1/auth/logout', { timeoutMs: limits.signInTimeout, token }).catch(() => undefined);
    if (!('account' in before)) {
      void tell();
      return leave(null);
    }
    const { aid } = before.account;
    // With its screens go the timers.
    show({ phase: 'starting' });
    await storage.markWiping(aid);
    await deps.onSignOut?.(aid).catch(() => undefined);
    await storage.clear({ drafts: true });
    // Other tabs leave before the documents go: what one still wrote would outlive them.
    announce(null);
    void tell();
    await removeDocuments(aid);
    show({ phase: 'signedOut', notice: null, left: null });
  }

  /** Told of every failed call: ends the session where the service says it has ended. */
  async function onFailure(error: ApiError, token: string | null): Promise<void> {
    if (!endsSession(error)) return;
    // Another tab may have refreshed or signed in anew since; then this answer is about a token of the past.
    if ((await storage.token()) !== token) return;
    if (token !== null) return leave(error);
    // It ended by itself in another tab, which has cleared the device already.
    const before = shown();
    if (before.phase !== 'signedIn') return;
    begin();
    const left = { aid: before.account.aid, name: null, tid: before.tenant?.tid ?? null };
    show({ phase: 'signedOut', notice: error, left });
  }

  /** Goes on with what the device keeps, while the service cannot be reached. */
  function continueStored(): void {
    const session = shown();
    if (session.phase !== 'failed' || session.stored === null) return;
    refreshed.owed = true;
    show(session.stored);
  }

  /** After the service has changed the account's own number. */
  async function keepMobileNo(mobileNo: string): Promise<void> {
    const session = shown();
    if (session.phase !== 'signedIn') return;
    const account: Account = { ...session.account, mobileNo };
    await storage.keepAccount(account);
    show({ ...session, account });
  }

  return {
    start,
    keepFresh,
    signIn,
    chooseTenant,
    chooseAnother,
    signOut,
    onFailure,
    continueStored,
    keepMobileNo,
    token: storage.token,
  };
}
