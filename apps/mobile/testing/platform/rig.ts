import type { Position } from '../../src/platform/ports/geolocation.port.ts';
import type { Platform } from '../../src/platform/ports/platform.port.ts';
import type { Utterance } from '../../src/platform/ports/speech.port.ts';

/** A capability that a platform may lack. The suite then checks that the port reports its absence. */
export type Lack =
  | 'backButton'
  | 'exit'
  | 'systemBars'
  | 'storageQuestion'
  | 'covering'
  | 'openElsewhere'
  | 'pushRegistration'
  | 'pushToken'
  | 'coldPress'
  | 'screenBlock';

/** The controls of the device and its user, which the ports do not offer. */
export type Device = {
  /** Resolves after the device has received all earlier calls. */
  readonly settled: () => Promise<void>;
  readonly setOnline: (online: boolean) => void;
  readonly pressBack: () => void;
  /** The number of times that the app has ended itself. */
  readonly exits: () => number;
  /** The number on the app's icon. */
  readonly badge: () => number;
  readonly barStyle: () => 'light' | 'dark' | null;
  readonly setKeyboard: (isVisible: boolean) => void;
  /** Sets the position of the device, or the reason why it has none. */
  readonly place: (answer: Position | 'denied' | 'unavailable') => void;
  /** Sets the user’s answer to the system’s question about shared files. */
  readonly setStorageAnswer: (granted: boolean) => void;
  readonly cover: () => void;
  readonly leave: () => void;
  readonly comeBack: () => void;
  readonly setVoice: (has: boolean) => void;
  readonly utterances: () => readonly Utterance[];
  /** Ends the current utterance. */
  readonly finishSpeech: () => void;
  /** Sets whether the device can verify its user. */
  readonly setCanVerifyUser: (knows: boolean) => void;
  /** Sets whether the verification of the user succeeds. */
  readonly setUserVerified: (shows: boolean) => void;
  /** Sets the user’s answer to the system’s question about pushes. */
  readonly setPushAnswer: (granted: boolean) => void;
  readonly deliverPush: (note: object) => void;
  readonly pressNotice: (note: object) => void;
  readonly changeToken: () => void;
  /** Sets whether other apps accept files. */
  readonly setAcceptsFiles: (takes: boolean) => void;
  /** The names of the files that other apps received. */
  readonly given: () => readonly string[];
  readonly isBlocked: () => boolean;
};

export type Rig = {
  readonly lacks: ReadonlySet<Lack>;
  /** Starts a new empty device. */
  readonly start: () => Promise<{ readonly platform: Platform; readonly device: Device }>;
};
