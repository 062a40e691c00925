import type { PushResult, PushSender } from './push.port.ts';

export interface PatienceOptions {
  /** Whom a token is sent by: what one does not answer says nothing of another. */
  readonly placeOf: (token: string) => string;
  readonly now?: () => number;
}

interface Place {
  /** When the pushes under way began. */
  readonly underWay: Set<{ readonly since: number }>;
  shutUntil: number;
  /** It did not answer, and has not since. */
  isDoubted: boolean;
}

/** An answer that takes so long is none. */
const slow = 5000;
const shutFor = 60_000;
/** What is under way for so long counts as waiting. */
const waiting = 2000;
const mostWaiting = 4;
const mostPlaces = 1000;

/**
 * Sends by another sender, and keeps a place that does not answer from holding up the pushes to all others: it is asked by one at a
 * time after a minute, and a slow one by four. What is not sent is tried again by whoever asked.
 */
export function patientSender(
  sender: PushSender,
  { placeOf, now = () => performance.now() }: PatienceOptions,
): PushSender {
  const places = new Map<string, Place>();
  const placeAt = (name: string): Place => {
    const known = places.get(name);
    if (known) return known;
    if (places.size >= mostPlaces) forgetQuiet(places);
    const place: Place = { underWay: new Set(), shutUntil: 0, isDoubted: false };
    places.set(name, place);
    return place;
  };
  return {
    ...sender,
    async send(token, note): Promise<PushResult> {
      const place = placeAt(placeOf(token));
      const since = now();
      if (!hasRoom(place, since)) return { outcome: 'later', reason: 'does not answer' };
      const push = { since };
      place.underWay.add(push);
      try {
        const result = await sender.send(token, note);
        const isLost = result.outcome === 'later' && now() - since >= slow;
        place.isDoubted = isLost;
        if (isLost) place.shutUntil = now() + shutFor;
        return result;
      } finally {
        place.underWay.delete(push);
      }
    },
  };
}

function hasRoom({ underWay, shutUntil, isDoubted }: Place, now: number): boolean {
  if (now < shutUntil) return false;
  if (isDoubted) return underWay.size === 0;
  const held = [...underWay].filter(({ since }) => now - since >= waiting).length;
  return held === 0 || underWay.size < mostWaiting;
}

function forgetQuiet(places: Map<string, Place>): void {
  for (const [name, { underWay }] of places) if (underWay.size === 0) places.delete(name);
}
