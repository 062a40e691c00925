import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { countInWindow } from '../../infra/http/rate-limit.adapter.ts';
import type { AccountServices } from './accounts.port.ts';

const minuteMs = 60_000;

/** Attempts without the right ticket: of one source, and, where they can succeed at all, for one contact. */
const attemptLimits = {
  source: { most: 30, windowMs: 10 * minuteMs },
  contact: { most: 10, windowMs: 60 * minuteMs },
};

/**
 * Counts an attempt that shows a code without the ticket of the request for it. Such attempts are limited for the source that they come
 * from. Where the deployment accepts codes without tickets they are limited for the contact too, from all sources together: else a
 * code could be guessed from many addresses. Neither limit ends a code: an attempt with the right ticket is not counted here.
 * @returns whether the attempt is allowed.
 */
export async function allowAttemptWithoutTicket(
  { codesWithoutTicket }: Pick<AccountServices, 'codesWithoutTicket'>,
  db: DatabaseTransaction,
  { source, contacts }: { source: string; contacts: readonly string[] },
): Promise<boolean> {
  const ofSource = await countInWindow(
    db,
    `code without ticket from ${source}`,
    attemptLimits.source.windowMs,
  );
  if (ofSource.current > attemptLimits.source.most) return false;
  if (!codesWithoutTicket) return true;
  for (const contact of contacts.toSorted()) {
    const key = `code without ticket to ${contact}`;
    const ofContact = await countInWindow(db, key, attemptLimits.contact.windowMs);
    if (ofContact.current > attemptLimits.contact.most) return false;
  }
  return true;
}
