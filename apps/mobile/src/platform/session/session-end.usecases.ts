import { limits } from '@sealflow/domain/limits';
import { type ApiError, endsSession } from '../api/index.ts';
import { deviceWithdrawnCode } from './session.errors.ts';
import { currentSession, setSession } from './session.store.ts';
import type { SessionModuleDeps } from './session.types.ts';

export type SessionEnd = ReturnType<typeof createSessionEnd>;

/** The end of a session: involuntary, or by the user. */
export function createSessionEnd({ deps, storage, beginOperation }: SessionModuleDeps) {
  const { api, wipe, announce } = deps;
  let ending: Promise<void> | null = null;

  /** Ends the session on the device involuntarily: the user can resume where they were. */
  function endSession(notice: ApiError | null): Promise<void> {
    ending ??= (async () => {
      beginOperation();
      const { session } = await storage.read();
      const tid = await storage.chosenTenant();
      // A withdrawn device must keep no data.
      if (session && notice?.code === deviceWithdrawnCode) await endDocuments(session.account.aid);
      await storage.clear({ drafts: false });
      const expired = session ? { aid: session.account.aid, name: session.name ?? null, tid } : null;
      setSession({ phase: 'signedOut', notice, expired });
    })().finally(() => {
      ending = null;
    });
    return ending;
  }

  /** A wipe that fails or is killed is repeated at the next start. */
  async function removeDocuments(aid: string): Promise<void> {
    await storage.markWiping(aid);
    await wipeMarked(aid);
  }

  /** Ends the session with a wipe: other tabs are announced first, because their writes would outlive it. */
  async function endDocuments(aid: string): Promise<void> {
    await storage.markWiping(aid);
    announce(null);
    await wipeMarked(aid);
  }

  /**
   * Makes no announcement: if the session stays, another tab that restarts would fail alike and announce back, in a
   * loop.
   */
  async function wipeMarked(aid: string): Promise<void> {
    const isMarked = async () => (await storage.wipingAccount()) === aid;
    const finishWipe = async () => {
      if (await isMarked()) await storage.clearWiping();
    };
    await wipe(aid, isMarked).then(finishWipe, () => undefined);
  }

  /** Completes a sign-out that was killed, or whose wipe failed; its session is deleted too. */
  async function finishSignOut(): Promise<void> {
    const aid = await storage.wipingAccount();
    if (aid === null) return;
    const { session } = await storage.read();
    if (session?.account.aid === aid) await storage.clear({ drafts: true });
    await wipeMarked(aid);
  }

  /** Section 4, logout. A failed start can be left too, but its stored data stays for the next sign-in. */
  async function signOut(): Promise<void> {
    beginOperation();
    const before = currentSession();
    const token = await storage.token();
    // If the call fails, the token expires at the service by itself.
    const callLogout = () =>
      api
        .call('POST /api/v1/auth/logout', { timeoutMs: limits.signInTimeoutMs, token })
        .catch(() => undefined);
    if (!('account' in before)) {
      // Alias and subscription end before the token that is needed to delete them.
      await deps.onLeaveFailedStart?.().catch(() => undefined);
      void callLogout();
      return endSession(null);
    }
    const { aid } = before.account;
    // Unmounting the screens stops their timers.
    setSession({ phase: 'starting' });
    await storage.markWiping(aid);
    await deps.onSignOut?.(aid).catch(() => undefined);
    await storage.clear({ drafts: true });
    void callLogout();
    await endDocuments(aid);
    setSession({ phase: 'signedOut', notice: null, expired: null });
  }

  /** Ends the session so that the device can be registered again; the user's data stays. */
  async function signInAgain(): Promise<void> {
    const token = await storage.token();
    void api
      .call('POST /api/v1/auth/logout', { timeoutMs: limits.signInTimeoutMs, token })
      .catch(() => undefined);
    await endSession(null);
  }

  /** Called for every failed call: ends the session if the service has ended it. */
  async function onFailure(error: ApiError, token: string | null): Promise<void> {
    if (!endsSession(error)) return;
    // Another tab may have refreshed or signed in again meanwhile; this response is then about an old token.
    if ((await storage.token()) !== token) return;
    if (token !== null) return endSession(error);
    // Another tab has ended the session and cleared the device already.
    const before = currentSession();
    if (before.phase !== 'signedIn') return;
    beginOperation();
    const expired = { aid: before.account.aid, name: null, tid: before.tenant?.tid ?? null };
    setSession({ phase: 'signedOut', notice: error, expired });
  }

  return { endSession, removeDocuments, finishSignOut, signOut, signInAgain, onFailure };
}
