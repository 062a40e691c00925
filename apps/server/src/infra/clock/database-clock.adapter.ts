import type { Pool } from 'pg';
import type { Clock } from './clock.port.ts';

export interface DatabaseClockOptions {
  /** Queries the time of the database, in milliseconds since 1970. */
  readonly ask: () => Promise<number>;
  /** Called with the seconds that this machine is behind the database, whenever they changed by at least 5. */
  readonly onApart: (seconds: number) => void;
  /** Called once per outage of the database; the clock continues from the last measurement. */
  readonly onTrouble: (error: unknown) => void;
  /** The clock of this machine. */
  readonly wall?: Clock;
  /** Monotonic milliseconds, unaffected by changes of the machine's clock. */
  readonly steady?: () => number;
}

export interface DatabaseClock {
  readonly clock: Clock;
  /** Measures the offset now. */
  readonly measure: () => Promise<void>;
  /** Measures once a minute, and soon after a change of the machine's clock or a sleep. @returns the function that stops it. */
  readonly start: () => () => void;
}

const period = 60_000;
/** Delay after a failed measurement. */
const retry = 5000;
const roundTrips = 5;
/** A larger deviation from the monotonic time is not drift: the machine's clock was changed. */
const moved = 1000;
const worthTelling = 5000;

/**
 * Opens a clock that shows the time of the database. All nodes agree on it and with the timestamps of the database, however
 * wrong the clock of one machine is. Between measurements it advances by monotonic time, so that changes of the machine's
 * clock do not affect it.
 */
export async function openDatabaseClock(options: DatabaseClockOptions): Promise<DatabaseClock> {
  const { ask, onApart, onTrouble, wall = Date.now, steady = () => performance.now() } = options;
  const drift = () => wall() - steady();
  let { lead } = await fewTrips(ask, steady);
  let driftThen = drift();
  let next = steady() + period;
  let told = 0;
  let isTroubled = false;
  const clock = () => Math.floor(lead + steady());

  const compare = () => {
    const apart = clock() - wall();
    if (Math.abs(apart - told) < worthTelling) return;
    told = apart;
    onApart(Math.round(apart / 1000));
  };
  const measureOnce = async () => {
    driftThen = drift();
    try {
      const measured = await fewTrips(ask, steady);
      // A deviation within the uncertainty of the measurement is ignored.
      if (Math.abs(measured.lead - lead) > measured.doubt) lead = measured.lead;
      next = steady() + period;
      isTroubled = false;
      compare();
    } catch (error) {
      next = steady() + retry;
      if (!isTroubled) onTrouble(error);
      isTroubled = true;
    }
  };
  let measuring: Promise<void> | undefined;
  const measure = () => {
    measuring ??= measureOnce().finally(() => {
      measuring = undefined;
    });
    return measuring;
  };
  compare();

  return {
    clock,
    measure,
    start: () => {
      const timer = setInterval(() => {
        if (steady() >= next || Math.abs(drift() - driftThen) > moved) void measure();
      }, 1000).unref();
      return () => clearInterval(timer);
    },
  };
}

/** Queries the current time of the database. `now()` would return the start of the transaction. */
export const databaseTime = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  );
  return rows[0]?.now ?? Number.NaN;
};

/**
 * Measures the offset between the database and the monotonic time by the fastest of several queries. Its uncertainty is half
 * of the round trip.
 */
async function fewTrips(
  ask: () => Promise<number>,
  steady: () => number,
): Promise<{ lead: number; doubt: number }> {
  let best = { lead: Number.NaN, doubt: Number.POSITIVE_INFINITY };
  for (let trip = 0; trip < roundTrips; trip += 1) {
    const sent = steady();
    const said = await ask();
    const got = steady();
    if (!Number.isFinite(said)) throw new TypeError('database returned no time');
    const doubt = (got - sent) / 2;
    if (doubt < best.doubt) best = { lead: said - sent - doubt, doubt };
  }
  return best;
}
