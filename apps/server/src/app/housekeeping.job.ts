import { deletePastCounters } from '../infra/http/rate-limit.adapter.ts';
import type { AccountsContext } from '../modules/accounts/accounts.port.ts';
import { forgetPastSessions } from '../modules/accounts/session-tokens.usecases.ts';
import { forgetPastRequests } from '../modules/workflow/idempotency.usecases.ts';

const hour = 3_600_000;

/** Once an hour forgets what only mattered for a while. @returns what ends it. */
export function startHousekeeping(
  context: Pick<AccountsContext, 'db' | 'clock'>,
  onError: (error: unknown) => void,
): () => void {
  const timer = setInterval(() => {
    const now = context.clock();
    Promise.all([
      forgetPastSessions(context.db, now),
      deletePastCounters(context.db),
      forgetPastRequests(context.db, now),
    ]).catch(onError);
  }, hour).unref();
  return () => clearInterval(timer);
}
