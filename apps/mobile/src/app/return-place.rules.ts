import type { Session } from '../platform/session/index.ts';

/**
 * The address where a network failure or an expired session interrupted the user. It is part of the history's state,
 * so that a reload on the way back loses nothing.
 */
export type ReturnPlace = {
  readonly to: string;
  /** State of the history entry, so that layers over the screen are restored too. */
  readonly state: unknown;
  /** The account and organisation it belongs to; null if no session was known. */
  readonly owner: { readonly aid: string; readonly tid: string | null } | null;
};

export const heldPlace = (state: unknown): ReturnPlace | null =>
  (state as { readonly from?: ReturnPlace } | null)?.from ?? null;

type Here = Pick<ReturnPlace, 'to' | 'state'>;

/** The location to save on leaving it in this phase of the session; a saved one stays and gets its owner. */
export function placeToHold(session: Session, here: Here): ReturnPlace | null {
  const held = heldPlace(here.state);
  if (session.phase === 'failed') return held ?? { ...here, owner: null };
  if (session.phase !== 'signedOut' || session.left === null) return null;
  const { aid, tid } = session.left;
  return { ...(held ?? here), owner: { aid, tid } };
}

/** Whether the signed-in user resumes there: a location of another account or organisation is ignored. */
export function isOwnPlace({ owner }: ReturnPlace, session: Session): boolean {
  if (session.phase !== 'signedIn') return false;
  if (owner === null) return true;
  return owner.aid === session.account.aid && owner.tid === (session.tenant?.tid ?? null);
}
