import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from '../target.ts';
import type { FuzzedService } from './process.ts';

/** Megabytes that a service may have more after all of it: caches fill, and nothing else may stay. */
const MOST_MORE = 400;

/** What must hold of a service after all that was sent: it answers, has written no fault, kept no half file, and is no larger. */
export async function endOf(service: FuzzedService, before: number | null): Promise<Problem | undefined> {
  if (!service.isUp() || !(await fetch(`${service.url}/healthz`)).ok)
    return { kind: 'crash', text: 'the service answers no longer' };
  const [fault] = service.faults();
  if (fault !== undefined) return { kind: 'crash', text: `its log says: ${fault.slice(0, 1000)}` };
  // What broke off is cleared away by its own connection, which may not have noticed yet.
  let left = await service.unfinished();
  for (let looks = 0; left.length > 0 && looks < 100; looks += 1) {
    await pause(100);
    left = await service.unfinished();
  }
  if (left.length > 0) return { kind: 'wrong', text: `${left.length} unfinished files stay behind` };
  const after = await service.memory();
  if (before !== null && after !== null && after - before > MOST_MORE)
    return { kind: 'memory', text: `${Math.round(before)} MiB before, ${Math.round(after)} after` };
  return undefined;
}
