import type { MediaFacts } from './media.types.ts';
import { timeText } from './time-text.rules.ts';

/** A one-line description of a film by names and figures, the same in every language. */
export function detailOf({ container, tracks, duration }: MediaFacts): string {
  const ofTracks = tracks.map(({ kind, codec, width, height }) =>
    [codec || '?', kind === 'video' && width > 0 ? `${width} × ${height}` : ''].filter(Boolean).join(' '),
  );
  return [container, ...ofTracks, duration === null ? '' : timeText(duration)].filter(Boolean).join(' · ');
}
