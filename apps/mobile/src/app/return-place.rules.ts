import type { Session } from '../platform/session/index.ts';

/**
 * Where a person was held up, by the network or by a session that ended by itself. It travels in the history's state, so
 * that a reload on the way back loses nothing.
 */
export type ReturnPlace = {
  readonly to: string;
  /** Of the history entry: layers over the screen come back too. */
  readonly state: unknown;
  /** Whose it is and in which organisation; null where the session is not known to have been anybody's. */
  readonly owner: { readonly aid: string; readonly tid: string | null } | null;
};

export const heldPlace = (state: unknown): ReturnPlace | null =>
  (state as { readonly from?: ReturnPlace } | null)?.from ?? null;

type Here = Pick<ReturnPlace, 'to' | 'state'>;

/** What to remember on leaving a place in this phase; what is remembered already stays, now with its owner. */
export function placeToHold(session: Session, here: Here): ReturnPlace | null {
  const held = heldPlace(here.state);
  if (session.phase === 'failed') return held ?? { ...here, owner: null };
  if (session.phase !== 'signedOut' || session.left === null) return null;
  const { aid, tid } = session.left;
  return { ...(held ?? here), owner: { aid, tid } };
}

/** Whether the signed-in person goes on there: nobody is led to another's place, nor to one of another organisation. */
export function isOwnPlace({ owner }: ReturnPlace, session: Session): boolean {
  if (session.phase !== 'signedIn') return false;
  if (owner === null) return true;
  return owner.aid === session.account.aid && owner.tid === (session.tenant?.tid ?? null);
}
