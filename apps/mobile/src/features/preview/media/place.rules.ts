/** A film that was seen to here begins anew. */
const asGoodAsOver = 0.98;

/** The time that a place of the document stands for: 1.25 is a quarter of it. */
export function timeOfPlace(place: number, duration: number): number {
  const share = place - Math.floor(place);
  return Number.isFinite(duration) && share < asGoodAsOver ? share * duration : 0;
}

/** The place that a time stands for. */
export function placeOfTime(time: number, duration: number): number {
  const share = duration > 0 && Number.isFinite(duration) ? time / duration : 0;
  return share < asGoodAsOver ? 1 + Math.max(0, share) : 1;
}
