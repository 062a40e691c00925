import type { Position } from '../ports/geolocation.port.ts';
import type { Platform } from '../ports/platform.port.ts';
import type { Utterance } from '../ports/speech.port.ts';

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
  | 'screenBlock';

/** What a test cannot do by the ports: the rest of the device, and the person who holds it. */
export type Device = {
  setOnline(online: boolean): void;
  pressBack(): void;
  /** How often the app has ended itself. */
  exits(): number;
  /** The number on the app's icon. */
  badge(): number;
  barStyle(): 'light' | 'dark' | null;
  setKeyboard(isVisible: boolean): void;
  /** Where the device is, or why it does not say. */
  place(answer: Position | 'denied' | 'unavailable'): void;
  /** What the person will answer where the system asks for shared files. */
  storageAnswer(granted: boolean): void;
  cover(): void;
  leave(): void;
  comeBack(): void;
  setVoice(has: boolean): void;
  heard(): readonly Utterance[];
  /** The text that is being spoken is over. */
  finishSpeech(): void;
  /** Whether the device knows its person by itself. */
  knowsPerson(knows: boolean): void;
  /** Whether they show themselves when asked. */
  showsPerson(shows: boolean): void;
  /** What the person will answer where the system asks for pushes. */
  pushAnswer(granted: boolean): void;
  deliverPush(note: object): void;
  pressNotice(note: object): void;
  changeToken(): void;
  /** Whether another app takes what it is given. */
  takesFiles(takes: boolean): void;
  /** Names of the files that other apps were given. */
  given(): readonly string[];
  isBlocked(): boolean;
};

export type Rig = {
  readonly lacks: ReadonlySet<Lack>;
  /** A device of its own for each test, with nothing on it. */
  start(): Promise<{ readonly platform: Platform; readonly device: Device }>;
};
