import { limits } from '@sealflow/domain/limits';
import { type ApiError, endsSession } from '../api/index.ts';
import { withdrawn } from './session.errors.ts';
import { shownSession, showSession } from './session.store.ts';
import type { SessionParts } from './session.types.ts';

export type Leaving = ReturnType<typeof createLeaving>;

/** The end of a session: involuntary, or by the user. */
export function createLeaving({ deps, storage, begin }: SessionParts) {
  const { api, wipe, announce } = deps;
  let leaving: Promise<void> | null = null;

  /** Ends the session on the device involuntarily: the user can resume where they were. */
  function leave(notice: ApiError | null): Promise<void> {
    leaving ??= (async () => {
      begin();
      const { session } = await storage.read();
      const tid = await storage.chosenTenant();
      // A withdrawn device must keep no data.
      if (session && notice?.code === withdrawn) await endDocuments(session.account.aid);
      await storage.clear({ drafts: false });
      const left = session ? { aid: session.account.aid, name: session.name ?? null, tid } : null;
      showSession({ phase: 'signedOut', notice, left });
    })().finally(() => {
      leaving = null;
    });
    return leaving;
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
    const isMarked = async () => (await storage.wiping()) === aid;
    const wiped = async () => {
      if (await isMarked()) await storage.wiped();
    };
    await wipe(aid, isMarked).then(wiped, () => undefined);
  }

  /** Completes a sign-out that was killed, or whose wipe failed; its session is deleted too. */
  async function finishSignOut(): Promise<void> {
    const aid = await storage.wiping();
    if (aid === null) return;
    const { session } = await storage.read();
    if (session?.account.aid === aid) await storage.clear({ drafts: true });
    await wipeMarked(aid);
  }

  /** Section 4, logout. A failed start can be left too, but its stored data stays for the next sign-in. */
  async function signOut(): Promise<void> {
    begin();
    const before = shownSession();
    const token = await storage.token();
    // If the call fails, the token expires at the service by itself.
    const tell = () =>
      api.call('POST /api/v1/auth/logout', { timeoutMs: limits.signInTimeout, token }).catch(() => undefined);
    if (!('account' in before)) {
      // Alias and subscription end before the token that is needed to delete them.
      await deps.onLeave?.().catch(() => undefined);
      void tell();
      return leave(null);
    }
    const { aid } = before.account;
    // Unmounting the screens stops their timers.
    showSession({ phase: 'starting' });
    await storage.markWiping(aid);
    await deps.onSignOut?.(aid).catch(() => undefined);
    await storage.clear({ drafts: true });
    void tell();
    await endDocuments(aid);
    showSession({ phase: 'signedOut', notice: null, left: null });
  }

  /** Ends the session so that the device can be registered again; the user's data stays. */
  async function signInAgain(): Promise<void> {
    const token = await storage.token();
    void api
      .call('POST /api/v1/auth/logout', { timeoutMs: limits.signInTimeout, token })
      .catch(() => undefined);
    await leave(null);
  }

  /** Called for every failed call: ends the session if the service has ended it. */
  async function onFailure(error: ApiError, token: string | null): Promise<void> {
    if (!endsSession(error)) return;
    // Another tab may have refreshed or signed in again meanwhile; this response is then about an old token.
    if ((await storage.token()) !== token) return;
    if (token !== null) return leave(error);
    // Another tab has ended the session and cleared the device already.
    const before = shownSession();
    if (before.phase !== 'signedIn') return;
    begin();
    const left = { aid: before.account.aid, name: null, tid: before.tenant?.tid ?? null };
    showSession({ phase: 'signedOut', notice: error, left });
  }

  return { leave, removeDocuments, finishSignOut, signOut, signInAgain, onFailure };
}
