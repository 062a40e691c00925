import type { Pool } from 'pg';
import type { Clock } from './clock.port.ts';

export interface DatabaseClockOptions {
  /** Queries the time of the database, in milliseconds since 1970. */
  readonly queryTime: () => Promise<number>;
  /** Called with the seconds that this machine is behind the database, whenever they changed by at least 5. */
  readonly onSkew: (seconds: number) => void;
  /** Called once per outage of the database; the clock continues from the last measurement. */
  readonly onError: (error: unknown) => void;
  /** The clock of this machine. */
  readonly wallClock?: Clock;
  /** Monotonic milliseconds, unaffected by changes of the machine's clock. */
  readonly monotonicNow?: () => number;
}

export interface DatabaseClock {
  readonly clock: Clock;
  /** Measures the offset now. */
  readonly measure: () => Promise<void>;
  /** Measures once a minute, and soon after a change of the machine's clock or a sleep. @returns the function that stops it. */
  readonly start: () => () => void;
}

const measureIntervalMs = 60_000;
/** Delay after a failed measurement. */
const retryDelayMs = 5000;
const sampleCount = 5;
/** A larger deviation from the monotonic time is not drift: the machine's clock was changed. */
const clockJumpMs = 1000;
const minReportedSkewMs = 5000;

/**
 * Opens a clock that shows the time of the database. All nodes agree on it and with the timestamps of the database, however
 * wrong the clock of one machine is. Between measurements it advances by monotonic time, so that changes of the machine's
 * clock do not affect it.
 */
export async function openDatabaseClock(options: DatabaseClockOptions): Promise<DatabaseClock> {
  const {
    queryTime,
    onSkew,
    onError,
    wallClock = Date.now,
    monotonicNow = () => performance.now(),
  } = options;
  const wallDrift = () => wallClock() - monotonicNow();
  let { offsetMs } = await measureOffset(queryTime, monotonicNow);
  let lastDriftMs = wallDrift();
  let nextMeasureAt = monotonicNow() + measureIntervalMs;
  let reportedSkewMs = 0;
  let isFailing = false;
  const clock = () => Math.floor(offsetMs + monotonicNow());

  const reportSkew = () => {
    const skewMs = clock() - wallClock();
    if (Math.abs(skewMs - reportedSkewMs) < minReportedSkewMs) return;
    reportedSkewMs = skewMs;
    onSkew(Math.round(skewMs / 1000));
  };
  const measureOnce = async () => {
    lastDriftMs = wallDrift();
    try {
      const measured = await measureOffset(queryTime, monotonicNow);
      // A deviation within the uncertainty of the measurement is ignored.
      if (Math.abs(measured.offsetMs - offsetMs) > measured.uncertaintyMs) offsetMs = measured.offsetMs;
      nextMeasureAt = monotonicNow() + measureIntervalMs;
      isFailing = false;
      reportSkew();
    } catch (error) {
      nextMeasureAt = monotonicNow() + retryDelayMs;
      if (!isFailing) onError(error);
      isFailing = true;
    }
  };
  let measuring: Promise<void> | undefined;
  const measure = () => {
    measuring ??= measureOnce().finally(() => {
      measuring = undefined;
    });
    return measuring;
  };
  reportSkew();

  return {
    clock,
    measure,
    start: () => {
      const timer = setInterval(() => {
        if (monotonicNow() >= nextMeasureAt || Math.abs(wallDrift() - lastDriftMs) > clockJumpMs)
          void measure();
      }, 1000).unref();
      return () => clearInterval(timer);
    },
  };
}

/** Queries the current time of the database. `now()` would return the start of the transaction. */
export const queryDatabaseTime = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  );
  return rows[0]?.now ?? Number.NaN;
};

/**
 * Measures the offset between the database and the monotonic time by the fastest of several queries. Its uncertainty is half
 * of the round trip.
 */
async function measureOffset(
  queryTime: () => Promise<number>,
  monotonicNow: () => number,
): Promise<{ offsetMs: number; uncertaintyMs: number }> {
  let best = { offsetMs: Number.NaN, uncertaintyMs: Number.POSITIVE_INFINITY };
  for (let sample = 0; sample < sampleCount; sample += 1) {
    const sentAt = monotonicNow();
    const time = await queryTime();
    const receivedAt = monotonicNow();
    if (!Number.isFinite(time)) throw new TypeError('database returned no time');
    const uncertaintyMs = (receivedAt - sentAt) / 2;
    if (uncertaintyMs < best.uncertaintyMs) best = { offsetMs: time - sentAt - uncertaintyMs, uncertaintyMs };
  }
  return best;
}
