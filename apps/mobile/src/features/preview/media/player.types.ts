import type { media } from '../../../i18n/zh/media.ts';

export type MediaTexts = typeof media;

/** What can be done with a film, by buttons and by keys. */
export type PlayerActions = {
  readonly toggle: () => void;
  readonly seek: (time: number) => void;
  /** So many seconds on, or back. */
  readonly step: (seconds: number) => void;
  readonly mute: () => void;
  readonly wide: () => void;
};

/** How far a press of a button or of an arrow goes, in seconds. */
export const stepOf = { button: 10, arrow: 5 } as const;
