import type { MediaFacts } from './media.types.ts';
import { timeText } from './time-text.rules.ts';

/** What a film is, in one line of names and figures that are the same in any language. */
export function detailOf({ container, tracks, duration }: MediaFacts): string {
  const ofTracks = tracks.map(({ kind, codec, width, height }) =>
    [codec || '?', kind === 'video' && width > 0 ? `${width} × ${height}` : ''].filter(Boolean).join(' '),
  );
  return [container, ...ofTracks, duration === null ? '' : timeText(duration)].filter(Boolean).join(' · ');
}
