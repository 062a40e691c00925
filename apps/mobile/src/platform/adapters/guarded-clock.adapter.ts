import type { ClockPort } from '../ports/clock.port.ts';
import type { SecretsPort } from '../ports/secrets.port.ts';

// Every response carries a time; the device persists it at most this often.
const persistIntervalMs = 30_000;

/** Persists the latest server time as a secret, where it cannot be edited by hand. */
export function createGuardedClock(secrets: SecretsPort, now: () => number = Date.now): ClockPort {
  let latest: Promise<number> | undefined;
  let persisted = 0;
  let serverOffsetMs = 0;
  const load = () => {
    latest ??= secrets.get('clock').then(
      (text) => {
        persisted = Number(text) || 0;
        return persisted;
      },
      (error: unknown) => {
        // A locked phone is read again later: treating it as no time would allow setting the clock back.
        latest = undefined;
        throw error;
      },
    );
    return latest;
  };
  return {
    now,
    serverNow: () => now() + serverOffsetMs,
    async observe(serverTime) {
      if (!Number.isFinite(serverTime)) return;
      serverOffsetMs = serverTime - now();
      if (serverTime <= (await load())) return;
      latest = Promise.resolve(serverTime);
      if (serverTime - persisted < persistIntervalMs) return;
      persisted = serverTime;
      await secrets.set('clock', String(serverTime));
    },
    monotonicNow: async () => Math.max(now(), await load()),
  };
}
