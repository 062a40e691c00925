import type { PreferencesPort } from '../../../platform/index.ts';
import { type CodeTarget, contactText } from '../field-checks.rules.ts';

/** What a code is requested for; the second factor of a sign-in has its challenge instead. */
export type CodePurpose = 'login' | 'reset' | 'update';

/** The tickets by contact and purpose, latest code only; `until` is the code's expiry, ms since 1970. */
type Tickets = Readonly<Record<string, { readonly ticket: string; readonly until: number }>>;

export type CodeRequest = { readonly purpose: CodePurpose; readonly to: CodeTarget };

/** A challenge ends with its signature, which is unique. */
const challengeSignatureLength = 43;

const ticketKey = ({ purpose, to }: CodeRequest): string =>
  'challenge' in to
    ? `${to.channel} ${to.challenge.slice(-challengeSignatureLength)}`
    : `${purpose} ${contactText(to)}`;

function parseTickets(text: string | null): Tickets {
  try {
    return text === null ? {} : (JSON.parse(text) as Tickets);
  } catch {
    return {};
  }
}

/**
 * Stores the ticket of a code. Preferences hold it, since phones kill apps while the user reads the message
 * with the code; it is useless without that code. Tickets of expired codes are deleted.
 */
export async function storeCodeTicket(
  preferences: PreferencesPort,
  { ticket, until, now, ...request }: CodeRequest & { ticket: string; until: number; now: number },
): Promise<void> {
  const stored = Object.entries(parseTickets(await preferences.get('codeTickets')));
  const unexpired = Object.fromEntries(stored.filter(([, one]) => one.until > now));
  await preferences.set(
    'codeTickets',
    JSON.stringify({ ...unexpired, [ticketKey(request)]: { ticket, until } }),
  );
}

/** The proof of an attempt: the code, and the ticket of its request if there is one. */
export async function codeWithTicket(
  preferences: PreferencesPort,
  { code, ...request }: CodeRequest & { code: string },
): Promise<{ readonly code: string; readonly ticket?: string }> {
  const stored = parseTickets(await preferences.get('codeTickets'))[ticketKey(request)];
  return stored === undefined ? { code: code.trim() } : { code: code.trim(), ticket: stored.ticket };
}
