import { ApiError, endsSession } from '../api/index.ts';
import { StorageError } from '../ports/storage.errors.ts';
import { isRefreshDue } from './refresh.rules.ts';
import { localError } from './session.errors.ts';
import type { SessionStorage, StoredSession } from './session.repository.ts';
import { currentSession, setSession } from './session.store.ts';
import type { SessionModuleDeps } from './session.types.ts';
import type { SessionEnd } from './session-end.usecases.ts';
import type { SessionEntry } from './session-entry.usecases.ts';
import { decideFailure, decideStart } from './start.rules.ts';
import { requestRefresh } from './token-requests.client.ts';

/** Null if the phone is locked and does not allow reading. */
const nullIfLocked = <T>(read: () => Promise<T>): Promise<T | null> =>
  read().catch((error: unknown) => {
    if (error instanceof StorageError && error.code === 'storage.locked') return null;
    throw error;
  });

type StoredData = Awaited<ReturnType<SessionStorage['read']>>;

type Start = {
  /** False once another operation has replaced the start. */
  readonly isCurrent: () => boolean;
  readonly read: Promise<unknown>;
  readonly done: Promise<void>;
};

/** Continuing a session: the start with stored data, and the refresh of the token. */
export function createSessionRefresh(
  { deps, storage, beginOperation }: SessionModuleDeps,
  sessionEnd: SessionEnd,
  entry: SessionEntry,
) {
  const { platform } = deps;
  const { endSession, finishSignOut } = sessionEnd;
  const { fail, enter, enterOrChoose } = entry;
  const refreshState = { isOwed: false, triedAt: null as number | null, doneAt: null as number | null };

  async function refresh(session: StoredSession, token: string): Promise<void> {
    refreshState.triedAt = platform.clock.now();
    const fresh = await requestRefresh(deps, { token, bound: session.bound });
    refreshState.doneAt = platform.clock.now();
    refreshState.isOwed = false;
    // If the user has signed out meanwhile, the new token is dropped.
    if ((await storage.token()) === token) await storage.writeToken(fresh);
  }

  let running: Start | null = null;

  /**
   * Section 4, startup. Also the retry of the network error screen. A start while another one runs joins it: two would
   * exchange the same token.
   */
  function start(): Promise<void> {
    if (running?.isCurrent()) return running.done;
    const isCurrent = beginOperation();
    if (currentSession().phase !== 'failed') setSession({ phase: 'starting' });
    const read = nullIfLocked(readStored);
    const done = read
      .then((stored) => (isCurrent() ? continueWith(stored, isCurrent) : undefined))
      .finally(() => {
        if (running?.read === read) running = null;
      });
    running = { isCurrent, read, done };
    return done;
  }

  /**
   * Starts again after `erase` has deleted the stored session. A start that waits for the app lock is abandoned before
   * the erasure resumes it: it would show the sign-in while the documents are deleted, and end the next session.
   */
  async function restart(erase: () => Promise<void>): Promise<void> {
    beginOperation();
    const abandoned = running?.read;
    await erase();
    // Both complete the wipe, one after the other. A request of the abandoned start is not waited for.
    await abandoned?.catch(() => undefined);
    await start();
  }

  async function readStored(): Promise<StoredData> {
    // In parallel, because nearly every start finds no unfinished sign-out.
    const [wiping, stored] = await Promise.all([storage.wipingAccount(), storage.read()]);
    if (wiping === null) return stored;
    await finishSignOut();
    return storage.read();
  }

  async function continueWith(stored: StoredData | null, isCurrent: () => boolean): Promise<void> {
    if (stored === null) {
      // A locked phone does not end the session. The retry of this screen calls `start` again.
      const error = localError('app.device_locked');
      return setSession({ phase: 'failed', error, stored: null, choices: null });
    }
    if (stored.isEmpty) {
      // Without the removal of secrets that do not exist: the sign-in would wait for it.
      await storage.clearPreferences({ drafts: false });
      if (isCurrent()) await storage.markSignedOut();
      return isCurrent() ? setSession({ phase: 'signedOut', notice: null, expired: null }) : undefined;
    }
    const { token, expire, session } = stored;
    const decision = decideStart({ token, expire }, platform.clock.now());
    if (decision !== 'refresh' || token === null || session === null) {
      return endSession(decision === 'expired' ? localError('login.signature_is_invalid') : null);
    }
    deps.onReturning?.();
    try {
      await refresh(session, token);
    } catch (error) {
      return isCurrent() ? fail({ step: 'refresh', error, session, isCurrent }) : undefined;
    }
    if (isCurrent()) await enterOrChoose(session, isCurrent);
  }

  /** Refreshes the token of a running session that is about to expire; a failure is retried later. */
  async function refreshIfDue(): Promise<void> {
    if (currentSession().phase !== 'signedIn') return;
    const stored = await nullIfLocked(() => storage.read());
    if (stored === null) return;
    const { token, expire, session } = stored;
    if (token === null || expire === null || session === null) return;
    const { isOwed } = refreshState;
    if (!isRefreshDue({ expire, bound: session.bound, ...refreshState }, platform.clock.now())) return;
    try {
      await refresh(session, token);
      if (isOwed) await reenterTenant(session);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isOver = decideFailure('refresh', error.code) === 'pwdlogin' || endsSession(error);
      if (isOver && (await storage.token()) === token) await endSession(error);
    }
  }

  /** After a start without a network the user's roles and rights may have changed. */
  async function reenterTenant(session: StoredSession): Promise<void> {
    const before = currentSession();
    if (before.phase !== 'signedIn' || before.tenant === null) return;
    const { tid } = before.tenant;
    const membership = session.tenants.find(({ id }) => id === tid);
    if (membership) await enter(session, membership, beginOperation());
  }

  /** Continues with stored data while the service is unreachable. */
  function continueStored(): void {
    const session = currentSession();
    if (session.phase !== 'failed' || session.stored === null) return;
    refreshState.isOwed = true;
    setSession(session.stored);
  }

  return { start, restart, refreshIfDue, continueStored };
}
