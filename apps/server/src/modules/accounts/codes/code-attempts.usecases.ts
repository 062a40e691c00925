import type { DatabaseTransaction } from '../../../infra/database/index.ts';
import { incrementCounter } from '../../../infra/http/rate-limit.middleware.ts';
import type { AccountServices } from '../accounts.types.ts';

const minuteMs = 60_000;

/** Limits of attempts without a valid ticket: per source, and per contact where such attempts can succeed. */
const attemptLimits = {
  source: { maxAttempts: 30, windowMs: 10 * minuteMs },
  contact: { maxAttempts: 10, windowMs: 60 * minuteMs },
};

/**
 * Counts an attempt that presents a code without the ticket of its request. Such attempts are limited per source. Where
 * the deployment accepts codes without tickets, they are also limited per contact across all sources: otherwise a code
 * could be guessed from many addresses. Neither limit invalidates a code: an attempt with a valid ticket is not counted
 * here.
 * @returns whether the attempt is allowed.
 */
export async function countAttemptWithoutTicket(
  { isTicketOptional }: Pick<AccountServices, 'isTicketOptional'>,
  db: DatabaseTransaction,
  { source, contacts }: { source: string; contacts: readonly string[] },
): Promise<boolean> {
  const sourceCount = await incrementCounter(
    db,
    `code without ticket from ${source}`,
    attemptLimits.source.windowMs,
  );
  if (sourceCount.current > attemptLimits.source.maxAttempts) return false;
  if (!isTicketOptional) return true;
  for (const contact of contacts.toSorted()) {
    const key = `code without ticket to ${contact}`;
    const contactCount = await incrementCounter(db, key, attemptLimits.contact.windowMs);
    if (contactCount.current > attemptLimits.contact.maxAttempts) return false;
  }
  return true;
}
