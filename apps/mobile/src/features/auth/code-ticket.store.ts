import type { PreferencesPort } from '../../platform/index.ts';
import { addressText, type CodeTarget } from './checks.rules.ts';

/** What a code is requested for; the second factor of a sign-in has its challenge instead. */
export type CodePurpose = 'login' | 'reset' | 'update';

/** The ticket of the latest code for one contact and purpose, and until when that code is good, ms since 1970. */
type Tickets = Readonly<Record<string, { readonly ticket: string; readonly until: number }>>;

export type CodeRequest = { readonly purpose: CodePurpose; readonly to: CodeTarget };

/** A challenge ends with its signature, which no other challenge has. */
const challengeSignatureLength = 43;

const keyOf = ({ purpose, to }: CodeRequest): string =>
  'challenge' in to
    ? `${to.channel} ${to.challenge.slice(-challengeSignatureLength)}`
    : `${purpose} ${addressText(to)}`;

function parse(text: string | null): Tickets {
  try {
    return text === null ? {} : (JSON.parse(text) as Tickets);
  } catch {
    return {};
  }
}

/**
 * Stores the ticket of a code. Preferences hold it, since phones end apps while their owner reads the message with the code; it is good for
 * nothing without that code. Tickets whose codes have expired are deleted.
 */
export async function storeCodeTicket(
  preferences: PreferencesPort,
  { ticket, until, now, ...request }: CodeRequest & { ticket: string; until: number; now: number },
): Promise<void> {
  const stored = Object.entries(parse(await preferences.get('codeTickets')));
  const living = Object.fromEntries(stored.filter(([, one]) => one.until > now));
  await preferences.set('codeTickets', JSON.stringify({ ...living, [keyOf(request)]: { ticket, until } }));
}

/** What an attempt shows: the code, with the ticket of its request where there is one. */
export async function codeWithTicket(
  preferences: PreferencesPort,
  { code, ...request }: CodeRequest & { code: string },
): Promise<{ readonly code: string; readonly ticket?: string }> {
  const stored = parse(await preferences.get('codeTickets'))[keyOf(request)];
  return stored === undefined ? { code: code.trim() } : { code: code.trim(), ticket: stored.ticket };
}
