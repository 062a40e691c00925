import type { media } from '../../../i18n/zh/media.ts';

export type MediaTexts = typeof media;

/** The actions of the player, used by buttons and keys. */
export type PlayerActions = {
  readonly toggle: () => void;
  readonly seek: (time: number) => void;
  /** Seeks forward, or back if negative, by this number of seconds. */
  readonly step: (seconds: number) => void;
  readonly mute: () => void;
  readonly toggleFullscreen: () => void;
};

/** Seek steps in seconds. */
export const seekStepSeconds = { button: 10, arrow: 5 } as const;
