import type { TenantMembership } from '@sealflow/contract';
import { tabsForRoles } from '@sealflow/domain/roles';
import { ApiError, endsSession } from '../api/index.ts';
import { ownError, withdrawn } from './session.errors.ts';
import type { StoredSession } from './session.storage.ts';
import { currentTenant, shownSession, showSession } from './session.store.ts';
import type { SessionParts } from './session.types.ts';
import type { Leaving } from './session-leaving.usecases.ts';
import { decideFailure, isAboutTenant } from './start.rules.ts';
import { choicesOf, entryWithoutTenant, readUser, storedEntry } from './stored-entry.rules.ts';
import { type Credentials, nameOf, requestToken } from './token-requests.ts';

export type Entry = ReturnType<typeof createEntry>;

/** Entering a session: by a sign-in or into a tenant, and the handling of failures. */
export function createEntry({ deps, storage, begin }: SessionParts, leaving: Leaving) {
  const { api, platform, announce } = deps;
  const { leave, removeDocuments, finishSignOut } = leaving;

  async function fail(step: 'refresh' | 'user', error: unknown, session: StoredSession): Promise<void> {
    const known = error instanceof ApiError ? error : ownError('app.unknown_error');
    if (decideFailure(step, known.code) === 'pwdlogin') return leave(known);
    // Section 8 leads to the network error; no stored data remains to continue with.
    if (known.code === withdrawn) await removeDocuments(session.account.aid);
    // Stored data replaces an unreachable service, not one that has ended the session.
    const stored = endsSession(known) ? null : storedEntry(session, await storage.chosenTenant());
    const choices = step === 'user' ? choicesOf(session) : null;
    showSession({ phase: 'failed', error: known, stored, choices });
    if (known !== error) throw error;
  }

  /** Fetches the user and their tabs in a tenant, and enters it. */
  async function enter(
    session: StoredSession,
    membership: TenantMembership | null,
    isCurrent: () => boolean,
  ): Promise<void> {
    if (membership === null) return showSession(entryWithoutTenant(session));
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
    if (tabs === null) return leave(ownError('login.unknown_role'));
    await storage.chooseTenant(tenant);
    await storage.keepUser(tenant.tid, user);
    if (isCurrent()) showSession({ phase: 'signedIn', account, tenants, tenant, user, tabs, rightsReadable });
  }

  async function enterOrChoose(session: StoredSession, isCurrent: () => boolean): Promise<void> {
    const { tenants } = session;
    const tid = await storage.chosenTenant();
    const membership = tenants.length === 1 ? tenants[0] : tenants.find(({ id }) => id === tid);
    const choices = choicesOf(session);
    if (membership === undefined && choices !== null) return showSession(choices);
    try {
      await enter(session, membership ?? null, isCurrent);
    } catch (error) {
      if (isCurrent()) await fail('user', error, session);
    }
  }

  async function signIn(credentials: Credentials, signal?: AbortSignal): Promise<void> {
    const isCurrent = begin();
    const before = shownSession();
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
    // Unfinished wipes run before a new session begins, not in the middle of it.
    await finishSignOut();
    if ((await storage.wiping()) === aid) await storage.wiped();
    await storage.clear({ drafts: false });
    await storage.writeSession(session);
    await storage.writeToken(answer);
    // A returning user continues in the same organisation.
    const tenant = tenants.find(({ id }) => id === left?.tid);
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
    const isCurrent = begin();
    const before = shownSession();
    const { session } = await storage.read();
    const membership = session?.tenants.find(({ id }) => id === tid);
    if (session === null || membership === undefined) return leave(ownError('login.token_expired'));
    try {
      await enter(session, membership, isCurrent);
    } catch (error) {
      if (!isCurrent()) return;
      if (endsSession(error)) return leave(error);
      if (before.phase === 'signedIn' || (error instanceof ApiError && isAboutTenant(error.code)))
        throw error;
      // The retry of the network error screen uses this tenant.
      await storage.chooseTenant(currentTenant(membership));
      await fail('user', error, session);
    }
  }

  /** Adds the tenant of an accepted invitation; an account without a tenant enters it at once. */
  async function addTenant(membership: TenantMembership): Promise<void> {
    const { session } = await storage.read();
    if (session === null) return;
    const tenants = [...session.tenants.filter(({ id }) => id !== membership.id), membership];
    await storage.keepTenants(tenants);
    const shown = shownSession();
    if (shown.phase === 'choosing' || shown.phase === 'signedIn') showSession({ ...shown, tenants });
    if (shown.phase === 'signedIn' && shown.tenant === null) await chooseTenant(membership.id);
  }

  /** From a start that failed in one organisation to the choice of another. */
  async function chooseAnother(): Promise<void> {
    const session = shownSession();
    if (session.phase !== 'failed' || session.choices === null) return;
    begin();
    await storage.forgetTenant();
    showSession(session.choices);
  }

  return { fail, enter, enterOrChoose, signIn, chooseTenant, chooseAnother, addTenant };
}
