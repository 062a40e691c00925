import { areas } from './areas/index.ts';
import type { Parts } from './parts.port.ts';

const hour = 3_600_000;

/** Once an hour forgets what only mattered for a while. @returns what ends it. */
export function startHousekeeping(parts: Parts): () => void {
  const timer = setInterval(() => {
    const now = parts.clock();
    Promise.all(areas.map(async (area) => area.forget?.(parts, now))).catch(parts.onError);
  }, hour).unref();
  return () => clearInterval(timer);
}
