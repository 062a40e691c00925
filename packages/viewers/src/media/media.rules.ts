import type { MediaFacts } from './media.types.ts';
import { timeText } from './time-text.rules.ts';

/** A one-line description of a film by names and figures, the same in every language. */
export function mediaDetailOf({ container, tracks, duration }: MediaFacts): string {
  const trackTexts = tracks.map(({ kind, codec, width, height }) =>
    [codec || '?', kind === 'video' && width > 0 ? `${width} × ${height}` : ''].filter(Boolean).join(' '),
  );
  return [container, ...trackTexts, duration === null ? '' : timeText(duration)].filter(Boolean).join(' · ');
}

/** A film that was watched to this share starts from the beginning again. */
const finishedShare = 0.98;

/** Converts a reading position to a time: 1.25 is a quarter of the duration. */
export function timeOfPosition(position: number, duration: number): number {
  const share = position - Math.floor(position);
  return Number.isFinite(duration) && share < finishedShare ? share * duration : 0;
}

/** Converts a time to a reading position. */
export function positionOfTime(time: number, duration: number): number {
  const share = duration > 0 && Number.isFinite(duration) ? time / duration : 0;
  return share < finishedShare ? 1 + Math.max(0, share) : 1;
}
