import type { Position } from '../../src/platform/ports/geolocation.port.ts';
import type { Platform } from '../../src/platform/ports/platform.port.ts';
import type { Utterance } from '../../src/platform/ports/speech.port.ts';

/** What a platform cannot have: the suite checks what its port says instead. */
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

/** What a test cannot do by the ports: the rest of the device, and the person who holds it. */
export type Device = {
  /** Resolves once all that was asked of the device so far has reached it. */
  readonly settled: () => Promise<void>;
  readonly setOnline: (online: boolean) => void;
  readonly pressBack: () => void;
  /** How often the app has ended itself. */
  readonly exits: () => number;
  /** The number on the app's icon. */
  readonly badge: () => number;
  readonly barStyle: () => 'light' | 'dark' | null;
  readonly setKeyboard: (isVisible: boolean) => void;
  /** Where the device is, or why it does not say. */
  readonly place: (answer: Position | 'denied' | 'unavailable') => void;
  /** What the person will answer where the system asks for shared files. */
  readonly storageAnswer: (granted: boolean) => void;
  readonly cover: () => void;
  readonly leave: () => void;
  readonly comeBack: () => void;
  readonly setVoice: (has: boolean) => void;
  readonly heard: () => readonly Utterance[];
  /** The text that is being spoken is over. */
  readonly finishSpeech: () => void;
  /** Whether the device knows its person by itself. */
  readonly knowsPerson: (knows: boolean) => void;
  /** Whether they show themselves when asked. */
  readonly showsPerson: (shows: boolean) => void;
  /** What the person will answer where the system asks for pushes. */
  readonly pushAnswer: (granted: boolean) => void;
  readonly deliverPush: (note: object) => void;
  readonly pressNotice: (note: object) => void;
  readonly changeToken: () => void;
  /** Whether another app takes what it is given. */
  readonly takesFiles: (takes: boolean) => void;
  /** Names of the files that other apps were given. */
  readonly given: () => readonly string[];
  readonly isBlocked: () => boolean;
};

export type Rig = {
  readonly lacks: ReadonlySet<Lack>;
  /** A device of its own for each test, with nothing on it. */
  readonly start: () => Promise<{ readonly platform: Platform; readonly device: Device }>;
};
