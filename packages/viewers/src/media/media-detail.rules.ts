import type { MediaFacts } from './media.types.ts';
import { timeText } from './time-text.rules.ts';

/** A one-line description of a film by names and figures, the same in every language. */
export function mediaDetailOf({ container, tracks, duration }: MediaFacts): string {
  const trackTexts = tracks.map(({ kind, codec, width, height }) =>
    [codec || '?', kind === 'video' && width > 0 ? `${width} × ${height}` : ''].filter(Boolean).join(' '),
  );
  return [container, ...trackTexts, duration === null ? '' : timeText(duration)].filter(Boolean).join(' · ');
}
