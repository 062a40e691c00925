import type { PickedFile } from './picker.port.ts';

/** A file that another app gave. What holds it is kept until it is released, also when the app is killed. */
export type ArrivedFile = PickedFile & {
  /** Once it is stored, or is not wanted. */
  release(): Promise<void>;
};

/** What did not come: the reason, never a name. */
export type IncomingProblem = 'too_large' | 'too_many' | 'unreadable' | 'no_room' | 'stalled';

/** What one press in another app gave. */
export type Arrived = {
  readonly files: readonly ArrivedFile[];
  readonly problems: readonly IncomingProblem[];
};

export type IncomingFilesPort = {
  /** Tells one listener of what has come and was not released, and then of what comes. */
  subscribe(listener: (arrived: Arrived) => void): () => void;
};
