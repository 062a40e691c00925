import { expect, it } from 'vitest';
import { openDatabaseClock } from './database-clock.adapter.ts';

const day = 86_400_000;

/** Opens a database clock whose two clocks and database connection the test controls. */
async function open({ wallAhead = 0 } = {}) {
  const world = { now: Date.UTC(2026, 10, 22), booted: Date.UTC(2026, 10, 1), wallAhead, trip: 4 };
  const reportedSkews: number[] = [];
  const troubles: unknown[] = [];
  let failure: Error | undefined;
  const opened = await openDatabaseClock({
    queryTime: async () => {
      if (failure) throw failure;
      world.now += world.trip / 2;
      const databaseTime = world.now;
      world.now += world.trip / 2;
      return databaseTime;
    },
    onSkew: (seconds) => reportedSkews.push(seconds),
    onError: (error) => troubles.push(error),
    wallClock: () => world.now + world.wallAhead,
    monotonicNow: () => world.now - world.booted,
  });
  const fail = (error: Error | undefined) => {
    failure = error;
  };
  return { ...opened, world, reportedSkews, troubles, fail };
}

it.each([0, 31 * day, -31 * day])(
  'returns the time of the database if the machine clock is %i ms off',
  async (off) => {
    const { clock, world, reportedSkews } = await open({ wallAhead: off });
    expect(clock()).toBe(world.now);
    world.now += day;
    expect(clock()).toBe(world.now);
    expect(reportedSkews).toEqual(off === 0 ? [] : [-off / 1000]);
  },
);

it('ignores a change of the machine clock and reports the offset', async () => {
  const { clock, measure, world, reportedSkews } = await open();
  world.wallAhead = 31 * day;
  expect(clock()).toBe(world.now);
  await measure();
  expect(clock()).toBe(world.now);
  expect(reportedSkews).toEqual([(-31 * day) / 1000]);
  world.wallAhead = 0;
  await measure();
  expect(reportedSkews).toEqual([(-31 * day) / 1000, 0]);
});

it('follows the database after the machine slept', async () => {
  const { clock, measure, world } = await open();
  // The monotonic clock stops while a machine sleeps, but the wall clock continues.
  world.booted += day;
  world.now += day;
  expect(clock()).toBe(world.now - day);
  await measure();
  expect(clock()).toBe(world.now);
});

it('continues from the last measurement while the database is unreachable and reports the failure once', async () => {
  const { clock, measure, world, troubles, fail } = await open();
  const away = new Error('away');
  fail(away);
  await measure();
  world.now += day;
  await measure();
  expect(clock()).toBe(world.now);
  expect(troubles).toEqual([away]);
  fail(undefined);
  await measure();
  fail(away);
  await measure();
  expect(troubles).toEqual([away, away]);
});

it('ignores a slow response, whose time may be wrong by half of the round trip', async () => {
  const { clock, measure, world } = await open();
  world.trip = 20_000;
  const lead = () => clock() - world.now;
  const before = lead();
  world.booted -= 3000;
  await measure();
  expect(lead()).toBe(before + 3000);
  world.trip = 4;
  await measure();
  expect(lead()).toBe(before);
});

it('refuses to open on a database that returns no time', async () => {
  const opening = openDatabaseClock({
    queryTime: async () => Number.NaN,
    onSkew: () => {},
    onError: () => {},
  });
  await expect(opening).rejects.toThrow(TypeError);
});
