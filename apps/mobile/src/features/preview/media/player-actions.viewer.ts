import type { PlayerActions } from './player.types.ts';

/** What buttons and keys do with a film. */
export function playerActions(video: HTMLVideoElement, wide: () => void): PlayerActions {
  const seek = (time: number) => {
    const last = Number.isFinite(video.duration) ? video.duration : time;
    video.currentTime = Math.min(last, Math.max(0, time));
  };
  return {
    toggle() {
      // A refusal to play is told by the element itself: it stays paused, or has an error.
      if (video.paused || video.ended) video.play().catch(() => undefined);
      else video.pause();
    },
    seek,
    step: (seconds) => seek(video.currentTime + seconds),
    mute() {
      video.muted = !video.muted;
      if (!video.muted && video.volume === 0) video.volume = 1;
    },
    wide,
  };
}
