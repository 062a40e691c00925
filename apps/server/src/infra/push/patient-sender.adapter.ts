import type { PushResult, PushSender } from './push.port.ts';

export interface PatienceOptions {
  /** The destination of a token. Each destination has its own circuit. */
  readonly placeOf: (token: string) => string;
  readonly now?: () => number;
}

interface Place {
  /** The start times of the pushes in flight. */
  readonly underWay: Set<{ readonly since: number }>;
  shutUntil: number;
  /** The last push got no answer. After `openUntil` the circuit is half-open while this is set. */
  isDoubted: boolean;
}

/** A push that fails after this time trips the circuit. */
const slow = 5000;
const shutFor = 60_000;
/** A push in flight for this long counts as stalled. */
const waiting = 2000;
const mostWaiting = 4;
const mostPlaces = 1000;

/**
 * Wraps a sender in a circuit breaker and bulkhead per destination, so that one unresponsive destination does not delay the
 * pushes to others. A tripped circuit opens for a minute, then lets one push through at a time; a stalled destination gets
 * four concurrent pushes at most. A rejected push has the outcome `later`, and the caller retries it.
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
