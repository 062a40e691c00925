import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from '../target.ts';
import type { FuzzedService } from './process.ts';

/** The permitted growth of the service’s memory for its caches, in megabytes. */
const maxGrowthMegabytes = 400;

/**
 * The conditions after all inputs: the service answers, has logged no fault, has no partial file, and has not grown.
 */
export async function checkService(
  service: FuzzedService,
  before: number | null,
): Promise<Problem | undefined> {
  if (!service.isRunning() || !(await fetch(`${service.url}/healthz`)).ok)
    return { kind: 'crash', text: 'the service no longer answers' };
  const [fault] = service.faults();
  if (fault !== undefined) return { kind: 'crash', text: `its log says: ${fault.slice(0, 1000)}` };
  // The connection of an aborted upload may not have cleaned up yet.
  let remaining = await service.unfinished();
  for (let attempts = 0; remaining.length > 0 && attempts < 100; attempts += 1) {
    await pause(100);
    remaining = await service.unfinished();
  }
  if (remaining.length > 0) return { kind: 'wrong', text: `${remaining.length} unfinished files remain` };
  const after = await service.memory();
  if (before !== null && after !== null && after - before > maxGrowthMegabytes)
    return { kind: 'memory', text: `${Math.round(before)} MiB before, ${Math.round(after)} after` };
  return undefined;
}
