import type { ConsoleChange, ConsoleKind } from '@sealflow/contract';
import type { Change, ChangeFeed } from '../../infra/changes/changes.port.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { kindOfAct } from './console-kinds.table.ts';
import { type EventStream, formatEvent } from './event-stream.util.ts';

export interface ConsoleHubOptions {
  readonly changes: ChangeFeed;
  readonly onError: (error: unknown) => void;
  /** Maximum open streams per person on this node. */
  readonly maxStreamsPerPerson?: number;
}

/** What a listener may receive, by its rights now. */
export interface ConsoleAdmission {
  /** The member or the operator who listens. */
  readonly fid?: string | undefined;
  readonly operatorID?: string | undefined;
  readonly kinds: ReadonlySet<ConsoleKind>;
}

/** A request for the console's events of a tenant or, if null, of the deployment. */
export interface ConsoleListener {
  readonly tid: string | null;
  /** The account, or the operator of a credential. */
  readonly person: string;
  /** Authenticates the request again. @throws ServiceError if it is no longer allowed. */
  readonly admit: () => Promise<ConsoleAdmission>;
}

interface OpenStream extends ConsoleListener {
  readonly stream: EventStream;
  admission: ConsoleAdmission | undefined;
  admittedAt: number;
  /** The number of the newest check of the admission; 0 while none is running. Nothing is sent meanwhile. */
  check: number;
  mustRefetch: boolean;
  /** The frames that the next flush sends, with the kinds that they name. */
  readonly pending: Map<string, ConsoleKind>;
}

export interface ConsoleHub {
  /** Adds a stream. Its first event makes the client load everything, and each later change has an event. */
  open(listener: ConsoleListener, stream: EventStream): void;
  readonly size: number;
  /** Ends all streams and rejects new ones. */
  close(): void;
}

const refetchEvent = formatEvent('refetch', {});
/** Changes within this time are sent together, each once. */
const flushDelayMs = 200;
/** A stream with more pending changes loads everything instead. */
const maxPendingChanges = 100;
const sweepIntervalMs = 1000;
/** Age at which an admission is checked although nothing changed: tokens and second factors expire. */
const admissionLifetimeMs = 30_000;
const heartbeatIntervalMs = 25_000;

/** All streams of the console on this node. Rights are checked again as soon as something they depend on changes. */
export function createConsoleHub({
  changes,
  onError,
  maxStreamsPerPerson = 10,
}: ConsoleHubOptions): ConsoleHub {
  const streams = new Set<OpenStream>();
  const stale = new Set<OpenStream>();
  let isClosed = false;
  let checks = 0;
  let flushTimer: ReturnType<typeof setTimeout> | undefined;

  const endStream = (one: OpenStream) => {
    streams.delete(one);
    stale.delete(one);
    one.stream.end();
  };
  const admit = async (one: OpenStream) => {
    checks += 1;
    const check = checks;
    one.check = check;
    try {
      const admission = await one.admit();
      // A check that began later has read newer rights.
      if (one.check !== check) return;
      one.admission = admission;
      one.admittedAt = performance.now();
      one.check = 0;
      scheduleFlush();
    } catch (error) {
      if (error instanceof ServiceError) return endStream(one);
      // The next sweep repeats it.
      stale.add(one);
      onError(error);
    }
  };
  const admitStale = () => {
    for (const one of stale) {
      stale.delete(one);
      void admit(one);
    }
  };

  const flush = () => {
    flushTimer = undefined;
    for (const one of streams) if (one.check === 0) sendPending(one);
  };
  const scheduleFlush = () => {
    flushTimer ??= setTimeout(flush, flushDelayMs).unref();
  };

  const receive = (change: Change | 'lost') => {
    for (const one of streams) {
      if (change === 'lost') one.mustRefetch = true;
      else addPending(one, change);
      if (change === 'lost' || mayChangeAdmission(one, change)) stale.add(one);
    }
    admitStale();
    scheduleFlush();
  };

  const sweep = setInterval(() => {
    const now = performance.now();
    for (const one of streams)
      if (!changes.isCurrent() || now - one.admittedAt > admissionLifetimeMs) stale.add(one);
    admitStale();
  }, sweepIntervalMs).unref();
  const heartbeat = setInterval(() => {
    for (const { stream } of streams) stream.sendHeartbeat();
  }, heartbeatIntervalMs).unref();
  const unsubscribe = changes.subscribe(receive);

  return {
    open(listener, stream) {
      if (isClosed) return stream.end();
      const one: OpenStream = {
        ...listener,
        stream,
        admission: undefined,
        admittedAt: performance.now(),
        check: 0,
        mustRefetch: true,
        pending: new Map(),
      };
      const own = [...streams].filter(({ person }) => person === one.person);
      for (const oldest of own.slice(0, Math.max(0, own.length + 1 - maxStreamsPerPerson))) endStream(oldest);
      streams.add(one);
      stream.onClose(() => {
        streams.delete(one);
        stale.delete(one);
      });
      // The rights are read only now, after the subscription: every later change of them is noticed.
      return void admit(one);
    },
    get size() {
      return streams.size;
    },
    close() {
      isClosed = true;
      clearInterval(sweep);
      clearInterval(heartbeat);
      clearTimeout(flushTimer);
      unsubscribe();
      for (const one of streams) endStream(one);
    },
  };
}

/** Sends what changed since the last flush, as far as the listener may read it now. */
function sendPending(one: OpenStream): void {
  const { stream, pending, admission } = one;
  if (one.mustRefetch || pending.size > maxPendingChanges) stream.write(refetchEvent);
  else for (const [frame, kind] of pending) if (admission?.kinds.has(kind)) stream.write(frame);
  one.mustRefetch = false;
  pending.clear();
}

function addPending(one: OpenStream, change: Change): void {
  const { tid, admission, pending } = one;
  const { topic, id } = change;
  const isOfOtherTenant = tid !== null && change.tid !== undefined && change.tid !== tid;
  if (!admission || isOfOtherTenant) return;
  if (topic === 'act' && change.act === undefined) {
    // A statement with many records publishes only their tenant.
    one.mustRefetch = true;
    return;
  }
  // An act without a tenant is an act of the deployment.
  if (topic === 'act' && tid !== null && change.tid === undefined) return;
  const kind = kindOfChange(change, tid === null ? 'operator' : 'tenant');
  if (!kind) return;
  const event: ConsoleChange = {
    kind,
    ...(id === undefined || topic === 'task' ? {} : { id }),
    ...originOf(change, admission),
  };
  pending.set(formatEvent('change', event), kind);
}

function kindOfChange({ topic, act = '' }: Change, scope: 'tenant' | 'operator'): ConsoleKind | undefined {
  if (topic === 'act') return kindOfAct(act, scope);
  return scope === 'tenant' && (topic === 'flow' || topic === 'task') ? 'applications' : undefined;
}

function originOf(
  { by, operatorID }: Change,
  { fid, operatorID: ownID }: ConsoleAdmission,
): Pick<ConsoleChange, 'origin' | 'fid'> {
  if (operatorID !== undefined) return { origin: operatorID === ownID ? 'self' : 'operator' };
  if (by === undefined) return { origin: 'service' };
  return by === fid ? { origin: 'self' } : { origin: 'member', fid: by };
}

/** Whether a change may concern the session, the rights or the tenant of a listener. */
function mayChangeAdmission({ tid, person }: OpenStream, change: Change): boolean {
  const isOfTenant = change.tid === undefined || change.tid === tid;
  if (change.topic === 'role' || change.topic === 'tenant') return isOfTenant;
  // The first use of a token names its session alone. The sweep notices that it ends the predecessor.
  if (change.topic === 'session' && change.sid !== undefined && change.aid === undefined) return false;
  if (change.topic === 'session' || change.topic === 'account' || change.topic === 'membership')
    return change.aid === undefined ? isOfTenant : change.aid === person;
  return change.topic === 'token_key' || /^(?:operator|account)[.]/.test(change.act ?? '');
}
