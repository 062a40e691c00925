import { limits } from '@sealflow/domain/limits';
import { type ApiError, endsSession } from '../api/index.ts';
import { withdrawn } from './session.errors.ts';
import { shownSession, showSession } from './session.store.ts';
import type { SessionParts } from './session.types.ts';

export type Leaving = ReturnType<typeof createLeaving>;

/** How a session ends: by itself, or by the person's wish. */
export function createLeaving({ deps, storage, begin }: SessionParts) {
  const { api, wipe, announce } = deps;
  let leaving: Promise<void> | null = null;

  /** Ends the session on the device by itself, not by the person's wish: they can go on where they were. */
  function leave(notice: ApiError | null): Promise<void> {
    leaving ??= (async () => {
      begin();
      const { session } = await storage.read();
      const tid = await storage.chosenTenant();
      // Whoever withdrew the device wants nothing left on it.
      if (session && notice?.code === withdrawn) await endDocuments(session.account.aid);
      await storage.clear({ drafts: false });
      const left = session ? { aid: session.account.aid, name: session.name ?? null, tid } : null;
      showSession({ phase: 'signedOut', notice, left });
    })().finally(() => {
      leaving = null;
    });
    return leaving;
  }

  /** A wipe that fails or is killed is done at the next start. */
  async function removeDocuments(aid: string): Promise<void> {
    await storage.markWiping(aid);
    await wipeMarked(aid);
  }

  /** As the session ends: other tabs leave before the documents go, for what one still wrote would outlive them. */
  async function endDocuments(aid: string): Promise<void> {
    await storage.markWiping(aid);
    announce(null);
    await wipeMarked(aid);
  }

  /** Tells no other tab: where the session stays, one that begins anew fails alike and would tell this one in turn. */
  async function wipeMarked(aid: string): Promise<void> {
    const isMarked = async () => (await storage.wiping()) === aid;
    const wiped = async () => {
      if (await isMarked()) await storage.wiped();
    };
    await wipe(aid, isMarked).then(wiped, () => undefined);
  }

  /** Does what a sign-out that was killed, or whose wipe failed, left undone: its session goes too. */
  async function finishSignOut(): Promise<void> {
    const aid = await storage.wiping();
    if (aid === null) return;
    const { session } = await storage.read();
    if (session?.account.aid === aid) await storage.clear({ drafts: true });
    await wipeMarked(aid);
  }

  /** Section 4, logout. A start that failed is left too, but keeps what is stored for whoever signs in again. */
  async function signOut(): Promise<void> {
    begin();
    const before = shownSession();
    const token = await storage.token();
    // The service forgets the token at its own end when it cannot be told.
    const tell = () =>
      api.call('POST /api/v1/auth/logout', { timeoutMs: limits.signInTimeout, token }).catch(() => undefined);
    if (!('account' in before)) {
      // The alias and the subscription go before the token that deletes them.
      await deps.onLeave?.().catch(() => undefined);
      void tell();
      return leave(null);
    }
    const { aid } = before.account;
    // With its screens go the timers.
    showSession({ phase: 'starting' });
    await storage.markWiping(aid);
    await deps.onSignOut?.(aid).catch(() => undefined);
    await storage.clear({ drafts: true });
    void tell();
    await endDocuments(aid);
    showSession({ phase: 'signedOut', notice: null, left: null });
  }

  /** Ends the session so that the device can be registered anew: nothing of the person's goes with it. */
  async function signInAgain(): Promise<void> {
    const token = await storage.token();
    void api
      .call('POST /api/v1/auth/logout', { timeoutMs: limits.signInTimeout, token })
      .catch(() => undefined);
    await leave(null);
  }

  /** Told of every failed call: ends the session where the service says it has ended. */
  async function onFailure(error: ApiError, token: string | null): Promise<void> {
    if (!endsSession(error)) return;
    // Another tab may have refreshed or signed in anew since; then this answer is about a token of the past.
    if ((await storage.token()) !== token) return;
    if (token !== null) return leave(error);
    // It ended by itself in another tab, which has cleared the device already.
    const before = shownSession();
    if (before.phase !== 'signedIn') return;
    begin();
    const left = { aid: before.account.aid, name: null, tid: before.tenant?.tid ?? null };
    showSession({ phase: 'signedOut', notice: error, left });
  }

  return { leave, removeDocuments, finishSignOut, signOut, signInAgain, onFailure };
}
