import type { Api } from '../api/index.ts';
import type { Platform } from '../ports/platform.port.ts';
import { randomID } from '../random.util.ts';
import { createDirectOutbox } from './direct-outbox.usecases.ts';
import { leaderByLease, leaderByWebLocks } from './leader-election.util.ts';
import { nextAttempt } from './outbox.rules.ts';
import { attachOutbox, detachOutbox, useOutboxStore } from './outbox.store.ts';
import type { Outbox, SendApplication, SettledDecision } from './outbox.types.ts';

type SenderDeps = {
  readonly platform: Platform;
  readonly api: Api;
  readonly accountID: string;
  readonly versionOf: (tid: string) => string | null;
  readonly sendApplication: SendApplication;
  /** Decisions were sent or refused: the shown work that they concern is stale. */
  readonly onSettled: (settled: readonly SettledDecision[]) => void;
};

/**
 * Sends at the start, when the network returns, when the page becomes visible, when a decision can no longer be undone,
 * and after increasing delays in between.
 */
export function startSender(deps: SenderDeps): () => void {
  const { platform, accountID } = deps;
  const channel =
    typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`sealflow.outbox.${accountID}`);
  let outbox: Outbox | undefined;
  let isEnded = false;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const read = async () => {
    const entries = await outbox?.list();
    if (isEnded || entries === undefined) return;
    useOutboxStore.setState({ entries, isRead: true });
    clearTimeout(timer);
    const next = nextAttempt(entries, { now: platform.clock.now(), attempt });
    if (next === null) attempt = 0;
    else timer = setTimeout(next.isRetry ? retry : send, next.delayMs);
  };
  const retry = () => {
    attempt += 1;
    send();
  };
  const send = () =>
    void outbox
      ?.flush()
      .catch(() => undefined)
      // Also after a failure: pending decisions are retried.
      .then(read)
      .catch(() => undefined);
  // The database, or its code, may load at a later attempt.
  let isOpening = false;
  let isRetryRequested = false;
  let direct: Outbox | undefined;
  const openOutbox = () => {
    isOpening = true;
    isRetryRequested = false;
    open(deps, (settled) => {
      void read();
      channel?.postMessage(settled);
      if (settled.length > 0) deps.onSettled(settled);
    })
      .then(
        (opened) => {
          if (isEnded) return opened.stop();
          outbox = opened;
          attachOutbox(opened, accountID);
          void read().then(now);
          return undefined;
        },
        // A device without room or permission for a database can still decide: at once, or not at all.
        () => {
          direct ??= createDirectOutbox(deps, randomID);
          if (!isEnded) attachOutbox(direct, accountID);
        },
      )
      .finally(() => {
        isOpening = false;
        if (isRetryRequested && outbox === undefined && !isEnded) openOutbox();
      });
  };
  const now = () => {
    attempt = 0;
    if (outbox !== undefined) send();
    else if (isOpening) isRetryRequested = true;
    else openOutbox();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') now();
  };
  openOutbox();

  if (channel !== null) {
    channel.onmessage = ({ data: settled }: MessageEvent<readonly SettledDecision[]>) => {
      void read();
      if (settled.length > 0) deps.onSettled(settled);
    };
  }
  const unsubscribeNetwork = platform.network.subscribe((online) => {
    if (online) now();
  });
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    isEnded = true;
    clearTimeout(timer);
    outbox?.stop();
    direct?.stop();
    detachOutbox();
    unsubscribeNetwork();
    document.removeEventListener('visibilitychange', onVisible);
    channel?.close();
  };
}

// The database and its queries are not part of the first screen.
async function open(
  { platform, api, accountID, versionOf, sendApplication }: SenderDeps,
  onChange: (settled: readonly SettledDecision[]) => void,
): Promise<Outbox> {
  const [{ createOutbox }, { localDatabase }] = await Promise.all([
    import('./outbox.usecases.ts'),
    import('../database/local-database.compose.ts'),
  ]);
  const sql = () => localDatabase(platform);
  await sql();
  const now = () => platform.clock.now();
  const locks = navigator.locks as LockManager | undefined;
  return createOutbox({
    sql,
    api,
    accountID,
    versionOf,
    sendApplication,
    isOnline: () => platform.network.isOnline(),
    now,
    newKey: randomID,
    runExclusive:
      locks === undefined
        ? leaderByLease({ sql, accountID, owner: randomID(), now })
        : leaderByWebLocks(accountID),
    onChange,
  });
}

/** Number of unsent decisions of an account: signing out would lose them. */
export async function countWaitingDecisions(platform: Platform, accountID: string): Promise<number> {
  const [{ outboxOf }, { localDatabase }] = await Promise.all([
    import('./outbox.repository.ts'),
    import('../database/local-database.compose.ts'),
  ]);
  return outboxOf(await localDatabase(platform), accountID).countWaiting();
}
