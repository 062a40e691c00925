import type { media as zh } from '../zh/media.ts';

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

export const media: typeof zh = {
  controls: 'Playback controls',
  play: 'Play',
  pause: 'Pause',
  replay: 'Play again',
  back: (seconds) => `Back ${seconds} seconds`,
  forward: (seconds) => `Forward ${seconds} seconds`,
  position: 'Position',
  positionOf: (at, whole) => `${at} of ${whole}`,
  speed: 'Speed',
  times: (rate) => `${rate}×`,
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  percent: (share) => `${share}%`,
  enterFullscreen: 'Full screen',
  leaveFullscreen: 'Exit full screen',
  buffering: 'Buffering…',
  cover: 'Cover',
  noPicture: (codec) => `This device can’t decode the video (${codec}). Only the sound is played.`,
  noSound: (codec) => `This device can’t decode the sound (${codec}). Only the video is played.`,
  video: 'Video',
  audio: 'Audio',
  duration: (time) => `Length ${time}`,
  spokenTime: (hours, minutes, seconds) =>
    [
      hours > 0 ? counted(hours, 'hour') : '',
      minutes > 0 ? counted(minutes, 'minute') : '',
      counted(seconds, 'second'),
    ]
      .filter(Boolean)
      .join(' '),
};
