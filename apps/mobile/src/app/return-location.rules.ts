import type { Session } from '../platform/session/index.ts';
import { parsePath } from '../shell/router/index.ts';

/**
 * The address where a network failure or an expired session interrupted the user. It is part of the history's state,
 * so that a reload on the way back loses nothing.
 */
export type ReturnLocation = {
  readonly to: string;
  /** State of the history entry, so that layers over the screen are restored too. */
  readonly state: unknown;
  /** The account and organisation it belongs to; null if no session was known. */
  readonly owner: { readonly aid: string; readonly tid: string | null } | null;
};

export const savedLocation = (state: unknown): ReturnLocation | null =>
  (state as { readonly from?: ReturnLocation } | null)?.from ?? null;

/** Whether a notification opened the address. The signed-in part parses it (`parseNoticeAddress`). */
const isNotice = (to: string): boolean => new URLSearchParams(parsePath(to).search).get('from') === 'notice';

type CurrentLocation = Pick<ReturnLocation, 'to' | 'state'>;

/** The location to save on leaving it in this phase of the session; a saved one stays and gets its owner. */
export function locationToSave(session: Session, current: CurrentLocation): ReturnLocation | null {
  const saved = savedLocation(current.state);
  if (session.phase === 'failed') return saved ?? { ...current, owner: null };
  const isWaiting = session.phase === 'signedOut' || session.phase === 'choosing';
  // The task of a pressed notification opens after any sign-in: it is checked there whether the account has it.
  if (isWaiting && isNotice(saved?.to ?? current.to)) return { ...(saved ?? current), owner: null };
  if (session.phase !== 'signedOut' || session.expired === null) return null;
  const { aid, tid } = session.expired;
  return { ...(saved ?? current), owner: { aid, tid } };
}

/** Whether the signed-in user resumes there: a location of another account or organisation is ignored. */
export function isOwnLocation({ owner }: ReturnLocation, session: Session): boolean {
  if (session.phase !== 'signedIn') return false;
  if (owner === null) return true;
  return owner.aid === session.account.aid && owner.tid === (session.tenant?.tid ?? null);
}
