/** A film that was watched to this share starts from the beginning again. */
const asGoodAsOver = 0.98;

/** Converts a reading position to a time: 1.25 is a quarter of the duration. */
export function timeOfPlace(place: number, duration: number): number {
  const share = place - Math.floor(place);
  return Number.isFinite(duration) && share < asGoodAsOver ? share * duration : 0;
}

/** Converts a time to a reading position. */
export function placeOfTime(time: number, duration: number): number {
  const share = duration > 0 && Number.isFinite(duration) ? time / duration : 0;
  return share < asGoodAsOver ? 1 + Math.max(0, share) : 1;
}
