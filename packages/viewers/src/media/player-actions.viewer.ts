import type { PlayerActions } from './player.types.ts';

/** The actions of the buttons and keys of the player. */
export function createPlayerActions(video: HTMLVideoElement, toggleFullscreen: () => void): PlayerActions {
  const seek = (time: number) => {
    const last = Number.isFinite(video.duration) ? video.duration : time;
    video.currentTime = Math.min(last, Math.max(0, time));
  };
  return {
    toggle() {
      // If playback is refused, the element shows it: it stays paused or has an error.
      if (video.paused || video.ended) video.play().catch(() => undefined);
      else video.pause();
    },
    seek,
    step: (seconds) => seek(video.currentTime + seconds),
    mute() {
      video.muted = !video.muted;
      if (!video.muted && video.volume === 0) video.volume = 1;
    },
    toggleFullscreen,
  };
}
