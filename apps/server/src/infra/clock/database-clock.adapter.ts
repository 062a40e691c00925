import type { Pool } from 'pg';
import type { Clock } from './clock.port.ts';

export interface DatabaseClockOptions {
  /** What the database takes for now, in milliseconds since 1970. */
  readonly ask: () => Promise<number>;
  /** Told how many seconds this machine is behind the database, whenever that has changed by some. */
  readonly onApart: (seconds: number) => void;
  /** Told once when the database does not say; the time goes on from what it said last. */
  readonly onTrouble: (error: unknown) => void;
  /** This machine's own. */
  readonly wall?: Clock;
  /** Milliseconds that pass, whatever is done to the machine's clock. */
  readonly steady?: () => number;
}

export interface DatabaseClock {
  readonly clock: Clock;
  /** Asks now. */
  readonly measure: () => Promise<void>;
  /** Asks once a minute, and soon after the machine's clock was moved or the machine slept. @returns what ends it. */
  readonly start: () => () => void;
}

const period = 60_000;
/** Until it asks again after a question that failed. */
const retry = 5000;
const roundTrips = 5;
/** Beyond this, in milliseconds, the machine's clock did not merely drift. */
const moved = 1000;
const worthTelling = 5000;

/**
 * The database's time: all nodes of a service agree on it, and with what the database itself stamps, however wrong the clock
 * of one machine is. Between two measurements it goes on by what passes, so that nothing done to the machine's clock moves it.
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
      // Less than the measurement itself may be wrong by is no reason to move.
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

/** The database's time by its own statement: what a transaction takes for now is when it began. */
export const databaseTime = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  );
  return rows[0]?.now ?? Number.NaN;
};

/**
 * How far the database is ahead of the steady time, by the quickest of a few questions: it is right to half of what its
 * answer took.
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
    if (!Number.isFinite(said)) throw new TypeError('the database said no time');
    const doubt = (got - sent) / 2;
    if (doubt < best.doubt) best = { lead: said - sent - doubt, doubt };
  }
  return best;
}
