import type { media } from '../texts/zh/media.ts';
import type { MediaServerPort } from './media-server.types.ts';

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

/** What the player needs of the app around it. */
export type PlayerHost = {
  /** The device's media server; null where the device has none. */
  readonly mediaServer: () => Promise<MediaServerPort | null>;
  /** Whether the app hides its content behind a cover or a lock screen. */
  readonly isObscured: () => boolean;
  /** Calls `listener` when `isObscured` may have changed. Returns a function that unsubscribes. */
  readonly onObscuredChange: (listener: () => void) => () => void;
  /** Adds a layer that every kind of back dismisses. Returns a function that removes it. */
  readonly addDismissable: (dismiss: () => void) => () => void;
};

/** An app without a media server, a lock and back navigation. */
export const standaloneHost: PlayerHost = {
  mediaServer: async () => null,
  isObscured: () => false,
  onObscuredChange: () => () => undefined,
  addDismissable: () => () => undefined,
};
