import type { Change, ChangeFeed } from '../../infra/changes/changes.port.ts';
import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findTokenExpiries } from '../accounts/sessions/session-expiry.usecases.ts';
import { listActiveMemberships } from '../tenants/people.usecases.ts';
import { Audience, type Listener } from './audience.usecases.ts';
import { type EventStream, formatEvent } from './event-stream.util.ts';

export interface HubOptions {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly changes: ChangeFeed;
  readonly onError: (error: unknown) => void;
  /** Maximum open streams per account on this node. */
  readonly maxStreamsPerAccount?: number;
  readonly heartbeatIntervalMs?: number;
}

interface OpenStream extends Listener {
  readonly stream: EventStream;
  /** Milliseconds since 1970. */
  expireAt: number;
  /** Whether changes may have been missed. */
  mustRefetch: boolean;
}

/** All open event streams of this node, fed by a single subscription to the change feed. */
export interface Hub {
  /**
   * Adds a stream. It first receives an event that makes the client fetch everything, and from then on each change.
   */
  open(listener: Listener, stream: EventStream): void;
  readonly size: number;
  /** Ends all streams and rejects new ones. */
  close(): void;
}

const badgeEvent = formatEvent('badge', {});
/** Interval of the check for expired tokens. */
const sweepIntervalMs = 500;

export function createHub(options: HubOptions): Hub {
  const { db, clock, changes, onError, maxStreamsPerAccount = 10, heartbeatIntervalMs = 25_000 } = options;
  const audience = new Audience<OpenStream>();
  const staleSessions = new Set<OpenStream>();
  const staleAccounts = new Set<string>();
  const closing = new AbortController();
  let refreshing: Promise<void> | undefined;

  const send = (to: Iterable<OpenStream>, frame: string) => {
    for (const { stream } of to) stream.write(frame);
  };
  const endStream = (one: OpenStream) => {
    audience.delete(one);
    staleSessions.delete(one);
    one.stream.end();
  };

  const refresh = async () => {
    while (staleSessions.size + staleAccounts.size > 0 && !closing.signal.aborted) {
      const streams = [...staleSessions];
      const aids = [...staleAccounts];
      staleSessions.clear();
      staleAccounts.clear();
      try {
        const ends = await findTokenExpiries(db, [...new Set(streams.map(({ jti }) => jti))]);
        for (const one of streams) one.expireAt = ends.get(one.jti) ?? 0;
        endExpired();
        const memberships = aids.length === 0 ? [] : await listActiveMemberships(db, aids);
        for (const [aid, accountMemberships] of memberships) {
          const hasChanged = audience.setMemberships(aid, accountMemberships);
          for (const one of audience.ofAccount(aid)) {
            if (hasChanged || one.mustRefetch) one.stream.write(badgeEvent);
            one.mustRefetch = false;
          }
        }
      } catch (error) {
        // The next sweep retries.
        for (const one of streams) staleSessions.add(one);
        for (const aid of aids) staleAccounts.add(aid);
        throw error;
      }
    }
  };
  const scheduleRefresh = () => {
    refreshing ??= refresh()
      .catch(onError)
      .finally(() => {
        refreshing = undefined;
      });
  };
  const endExpired = () => {
    const now = clock();
    for (const one of audience.all()) if (one.expireAt <= now) endStream(one);
  };

  const receive = (change: Change | 'lost') => {
    if (change === 'lost') {
      for (const one of audience.all()) {
        one.mustRefetch = true;
        staleSessions.add(one);
        staleAccounts.add(one.aid);
      }
    } else if (!publish(change)) markStale(change);
    if (staleSessions.size + staleAccounts.size > 0) scheduleRefresh();
  };

  /**
   * Sends the event of a change to its listeners.
   * @returns false if the topic has no event.
   */
  const publish = ({ topic, tid, fid, aid, id }: Change): boolean => {
    const person = { ...(tid === undefined ? {} : { tid }), ...(fid === undefined ? {} : { fid }) };
    if (topic === 'task')
      send(audience.matching(person), id ? formatEvent(topic, { tid, taskID: id }) : badgeEvent);
    else if (topic === 'flow')
      send(audience.matching(person), id ? formatEvent(topic, { tid, flowID: id }) : badgeEvent);
    else if (topic === 'message') {
      const to = aid === undefined ? audience.matching(person) : audience.ofAccount(aid);
      send(to, id ? formatEvent(topic, { sessionID: id, tid }) : badgeEvent);
      // Read on another device: the other devices of the account update their counts. Where many read at once,
      // polling does.
    } else if (topic === 'message_read') send(aid === undefined ? [] : audience.ofAccount(aid), badgeEvent);
    // The streams of the console receive acts.
    else if (topic !== 'act') return false;
    return true;
  };

  /** Marks the listeners whose session or memberships must be read again before further events. */
  const markStale = ({ topic, tid, fid, aid, sid }: Change) => {
    if (topic === 'session' || topic === 'account') {
      const to = sid === undefined ? undefined : audience.ofSession(sid);
      const concerned = to ?? (aid === undefined ? audience.all() : audience.ofAccount(aid));
      for (const one of concerned) staleSessions.add(one);
    } else if (topic === 'membership' && aid !== undefined) {
      for (const one of audience.ofAccount(aid)) staleAccounts.add(one.aid);
    } else {
      const matched = tid === undefined || fid === undefined ? [] : [...audience.matching({ tid, fid })];
      // A member who could not sign in until now is indexed only by account, so all accounts are refreshed.
      for (const one of matched.length > 0 ? matched : audience.all()) staleAccounts.add(one.aid);
    }
  };

  const sweep = setInterval(() => {
    endExpired();
    // The change feed may miss changes now, so sessions are checked at every sweep.
    if (!changes.isCurrent()) for (const one of audience.all()) staleSessions.add(one);
    if (staleSessions.size + staleAccounts.size > 0) scheduleRefresh();
  }, sweepIntervalMs).unref();
  const heartbeat = setInterval(() => {
    for (const { stream } of audience.all()) stream.sendHeartbeat();
  }, heartbeatIntervalMs).unref();
  const unsubscribe = changes.subscribe(receive);

  return {
    open(listener, stream) {
      const one = { ...listener, stream, expireAt: Number.POSITIVE_INFINITY, mustRefetch: true };
      if (closing.signal.aborted) return stream.end();
      const all = audience.add(one);
      stream.onClose(() => {
        audience.delete(one);
        staleSessions.delete(one);
      });
      for (const oldest of all.slice(0, Math.max(0, all.length - maxStreamsPerAccount))) endStream(oldest);
      // Session and memberships are read only now, after the subscription: every later change is reported.
      staleSessions.add(one);
      staleAccounts.add(one.aid);
      scheduleRefresh();
      return undefined;
    },
    get size() {
      return audience.size;
    },
    close() {
      closing.abort();
      clearInterval(sweep);
      clearInterval(heartbeat);
      unsubscribe();
      for (const one of audience.all()) endStream(one);
    },
  };
}
