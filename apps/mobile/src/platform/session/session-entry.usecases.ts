import type { TenantMembership } from '@sealflow/contract';
import { tabsForRoles } from '@sealflow/domain/roles';
import { ApiError, endsSession } from '../api/index.ts';
import { deviceWithdrawnCode, localError } from './session.errors.ts';
import type { StoredSession } from './session.repository.ts';
import { currentSession, currentTenant, setSession } from './session.store.ts';
import type { SessionModuleDeps } from './session.types.ts';
import type { SessionEnd } from './session-end.usecases.ts';
import { decideFailure, isAboutTenant } from './start.rules.ts';
import { choicesOf, entryWithoutTenant, readUser, storedEntry } from './stored-entry.rules.ts';
import { type Credentials, requestToken, signInNameOf } from './token-requests.client.ts';

type Failure = {
  readonly step: 'refresh' | 'user';
  readonly error: unknown;
  readonly session: StoredSession;
  /** Whether the failed operation is still the latest. */
  readonly isCurrent: () => boolean;
};

export type SessionEntry = ReturnType<typeof createSessionEntry>;

/** Entering a session: by a sign-in or into a tenant, and the handling of failures. */
export function createSessionEntry(
  { deps, storage, beginOperation }: SessionModuleDeps,
  sessionEnd: SessionEnd,
) {
  const { api, platform, announce } = deps;
  const { endSession, removeDocuments, finishSignOut } = sessionEnd;

  async function fail({ step, error, session, isCurrent }: Failure): Promise<void> {
    const apiError = error instanceof ApiError ? error : localError('app.unknown_error');
    if (decideFailure(step, apiError.code) === 'pwdlogin') return endSession(apiError);
    // Section 8 leads to the network error; no stored data remains to continue with.
    if (apiError.code === deviceWithdrawnCode) await removeDocuments(session.account.aid);
    // Stored data replaces an unreachable service, not one that has ended the session.
    const stored = endsSession(apiError) ? null : storedEntry(session, await storage.chosenTenant());
    const choices = step === 'user' ? choicesOf(session) : null;
    if (isCurrent()) setSession({ phase: 'failed', error: apiError, stored, choices });
    if (apiError !== error) throw error;
  }

  /** Fetches the user and their tabs in a tenant, and enters it. */
  async function enter(
    session: StoredSession,
    membership: TenantMembership | null,
    isCurrent: () => boolean,
  ): Promise<void> {
    if (membership === null) return setSession(entryWithoutTenant(session));
    const { account, tenants } = session;
    const tenant = currentTenant(membership);
    // With an explicit token: a failure here has its own rules, and does not count as one of the running session.
    const answer = await api.call('GET /api/v1/tenants/{tid}/current-user', {
      params: { tid: tenant.tid },
      token: await storage.token(),
    });
    if (!isCurrent()) return;
    const { user, rightsReadable } = readUser(answer);
    const tabs = tabsForRoles({ hasTenant: true, roleIDs: user.roles.map(({ roleID }) => roleID) });
    if (tabs === null) return endSession(localError('login.unknown_role'));
    await storage.chooseTenant(tenant);
    await storage.storeUser(tenant.tid, user);
    if (isCurrent()) setSession({ phase: 'signedIn', account, tenants, tenant, user, tabs, rightsReadable });
  }

  async function enterOrChoose(session: StoredSession, isCurrent: () => boolean): Promise<void> {
    const { tenants } = session;
    const tid = await storage.chosenTenant();
    if (!isCurrent()) return;
    const membership = tenants.length === 1 ? tenants[0] : tenants.find(({ id }) => id === tid);
    const choices = choicesOf(session);
    if (membership === undefined && choices !== null) return setSession(choices);
    try {
      await enter(session, membership ?? null, isCurrent);
    } catch (error) {
      if (isCurrent()) await fail({ step: 'user', error, session, isCurrent });
    }
  }

  async function signIn(credentials: Credentials, signal?: AbortSignal): Promise<void> {
    const isCurrent = beginOperation();
    const before = currentSession();
    const answer = await requestToken(deps, credentials, signal);
    if (!isCurrent()) return;
    const { aid, mobileNo, email, tenants, bound } = answer;
    const expired = before.phase === 'signedOut' && before.expired?.aid === aid ? before.expired : null;
    const session = {
      account: { aid, mobileNo, email },
      tenants,
      bound,
      user: null,
      name: signInNameOf(credentials),
    };
    // Unfinished wipes run before a new session begins, not in the middle of it.
    await finishSignOut();
    if ((await storage.wipingAccount()) === aid) await storage.clearWiping();
    await storage.clear({ drafts: false });
    await storage.writeSession(session);
    await storage.writeToken(answer);
    // A returning user continues in the same organisation.
    const tenant = tenants.find(({ id }) => id === expired?.tid);
    if (tenant) await storage.chooseTenant(currentTenant(tenant));
    // Downloads should not be evicted silently; a refusal changes nothing here.
    void platform.persistence.request().catch(() => false);
    announce(aid);
    await enterOrChoose(session, isCurrent);
  }

  /**
   * Enters a tenant.
   * @throws ApiError if the session stays where it was; shown next to the choice.
   */
  async function chooseTenant(tid: string): Promise<void> {
    const isCurrent = beginOperation();
    const before = currentSession();
    const { session } = await storage.read();
    const membership = session?.tenants.find(({ id }) => id === tid);
    if (session === null || membership === undefined) return endSession(localError('login.token_expired'));
    try {
      await enter(session, membership, isCurrent);
    } catch (error) {
      if (!isCurrent()) return;
      if (endsSession(error)) return endSession(error);
      if (before.phase === 'signedIn' || (error instanceof ApiError && isAboutTenant(error.code)))
        throw error;
      // The retry of the network error screen uses this tenant.
      await storage.chooseTenant(currentTenant(membership));
      await fail({ step: 'user', error, session, isCurrent });
    }
  }

  /** Adds the tenant of an accepted invitation; an account without a tenant enters it at once. */
  async function addTenant(membership: TenantMembership): Promise<void> {
    const { session } = await storage.read();
    if (session === null) return;
    const tenants = [...session.tenants.filter(({ id }) => id !== membership.id), membership];
    await storage.storeTenants(tenants);
    const shown = currentSession();
    if (shown.phase === 'choosing' || shown.phase === 'signedIn') setSession({ ...shown, tenants });
    if (shown.phase === 'signedIn' && shown.tenant === null) await chooseTenant(membership.id);
  }

  /** From a start that failed in one organisation to the choice of another. */
  async function chooseAnother(): Promise<void> {
    const session = currentSession();
    if (session.phase !== 'failed' || session.choices === null) return;
    beginOperation();
    await storage.clearTenant();
    setSession(session.choices);
  }

  return { fail, enter, enterOrChoose, signIn, chooseTenant, chooseAnother, addTenant };
}
