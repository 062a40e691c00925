import type { ClockPort } from '../ports/clock.port.ts';
import type { SecretsPort } from '../ports/secrets.port.ts';

// Every answer carries a time; the device keeps it at most this often.
const keepEvery = 30_000;

/** The greatest server time seen is kept among the secrets, where it cannot be edited by hand. */
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
        // A locked phone is asked again: to take it for no time at all would let the clock be set back.
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
