import type { MediaFacts } from './media.types.ts';

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

export type ClockTime = { readonly hours: number; readonly minutes: number; readonly seconds: number };

export function clockTime(time: number): ClockTime {
  const totalSeconds = Number.isFinite(time) ? Math.max(0, Math.floor(time)) : 0;
  return {
    hours: Math.floor(totalSeconds / 3600),
    minutes: Math.floor(totalSeconds / 60) % 60,
    seconds: totalSeconds % 60,
  };
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A time as players show it: `4:09`, `1:04:09`. */
export function timeText(time: number): string {
  const { hours, minutes, seconds } = clockTime(time);
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}`
    : `${minutes}:${twoDigits(seconds)}`;
}
