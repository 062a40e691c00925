import type { ClockPort } from '../ports/clock.port.ts';
import type { SecretsPort } from '../ports/secrets.port.ts';

// Every response carries a time; the device persists it at most this often.
const keepEvery = 30_000;

/** Persists the latest server time as a secret, where it cannot be edited by hand. */
export function createGuardedClock(secrets: SecretsPort, now: () => number = Date.now): ClockPort {
  let greatest: Promise<number> | undefined;
  let kept = 0;
  let ahead = 0;
  const load = () => {
    greatest ??= secrets.get('clock').then(
      (text) => {
        kept = Number(text) || 0;
        return kept;
      },
      (error: unknown) => {
        // A locked phone is read again later: treating it as no time would allow setting the clock back.
        greatest = undefined;
        throw error;
      },
    );
    return greatest;
  };
  return {
    now,
    serverNow: () => now() + ahead,
    async observe(serverTime) {
      if (!Number.isFinite(serverTime)) return;
      ahead = serverTime - now();
      if (serverTime <= (await load())) return;
      greatest = Promise.resolve(serverTime);
      if (serverTime - kept < keepEvery) return;
      kept = serverTime;
      await secrets.set('clock', String(serverTime));
    },
    guarded: async () => Math.max(now(), await load()),
  };
}
