import { localDatabase } from '../database/local-database.compose.ts';
import type { Platform } from '../ports/platform.port.ts';

/** Number of unsent decisions of an account: signing out would lose them. */
export async function countWaitingDecisions(platform: Platform, accountID: string): Promise<number> {
  const { outboxOf } = await import('./outbox.repository.ts');
  return outboxOf(await localDatabase(platform), accountID).countWaiting();
}
