import { ApiError, endsSession } from '../api/index.ts';
import { StorageError } from '../ports/storage.errors.ts';
import { isRefreshDue } from './refresh.rules.ts';
import { ownError } from './session.errors.ts';
import type { StoredSession } from './session.storage.ts';
import { shownSession, showSession } from './session.store.ts';
import type { SessionParts } from './session.types.ts';
import type { Entry } from './session-entry.usecases.ts';
import type { Leaving } from './session-leaving.usecases.ts';
import { decideFailure, decideStart } from './start.rules.ts';
import { requestRefresh } from './token-requests.ts';

/** Null if the phone is locked and does not allow reading. */
const unlessLocked = <T>(read: () => Promise<T>): Promise<T | null> =>
  read().catch((error: unknown) => {
    if (error instanceof StorageError && error.code === 'storage.locked') return null;
    throw error;
  });

/** Continuing a session: the start with stored data, and the refresh of the token. */
export function createRefresh({ deps, storage, begin }: SessionParts, leaving: Leaving, entry: Entry) {
  const { platform } = deps;
  const { leave, finishSignOut } = leaving;
  const { fail, enter, enterOrChoose } = entry;
  const refreshed = { owed: false, triedAt: null as number | null, doneAt: null as number | null };

  async function refresh(session: StoredSession, token: string): Promise<void> {
    refreshed.triedAt = platform.clock.now();
    const fresh = await requestRefresh(deps, { token, bound: session.bound });
    refreshed.doneAt = platform.clock.now();
    refreshed.owed = false;
    // If the user has signed out meanwhile, the new token is dropped.
    if ((await storage.token()) === token) await storage.writeToken(fresh);
  }

  /** Section 4, startup. Also the retry of the network error screen. */
  async function start(): Promise<void> {
    const isCurrent = begin();
    if (shownSession().phase !== 'failed') showSession({ phase: 'starting' });
    const stored = await unlessLocked(async () => {
      await finishSignOut();
      return storage.read();
    });
    if (stored === null) {
      // A locked phone does not end the session. The retry of this screen calls `start` again.
      const error = ownError('app.device_locked');
      if (isCurrent()) showSession({ phase: 'failed', error, stored: null, choices: null });
      return;
    }
    const { token, expire, session } = stored;
    const decision = decideStart({ token, expire }, platform.clock.now());
    if (decision !== 'refresh' || token === null || session === null) {
      return leave(decision === 'expired' ? ownError('login.signature_is_invalid') : null);
    }
    deps.onReturning?.();
    try {
      await refresh(session, token);
    } catch (error) {
      return isCurrent() ? fail('refresh', error, session) : undefined;
    }
    if (isCurrent()) await enterOrChoose(session, isCurrent);
  }

  /** Refreshes the token of a running session that is about to expire; a failure is retried later. */
  async function keepFresh(): Promise<void> {
    if (shownSession().phase !== 'signedIn') return;
    const stored = await unlessLocked(() => storage.read());
    if (stored === null) return;
    const { token, expire, session } = stored;
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

  /** After a start without a network the user's roles and rights may have changed. */
  async function lookAgain(session: StoredSession): Promise<void> {
    const before = shownSession();
    if (before.phase !== 'signedIn' || before.tenant === null) return;
    const { tid } = before.tenant;
    const membership = session.tenants.find(({ id }) => id === tid);
    if (membership) await enter(session, membership, begin());
  }

  /** Continues with stored data while the service is unreachable. */
  function continueStored(): void {
    const session = shownSession();
    if (session.phase !== 'failed' || session.stored === null) return;
    refreshed.owed = true;
    showSession(session.stored);
  }

  return { start, keepFresh, continueStored };
}
