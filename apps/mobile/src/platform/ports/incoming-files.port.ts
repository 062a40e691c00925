import type { PickedFile } from './picker.port.ts';

/** A file from another app. Its source is kept until it is released, also when the app is killed. */
export type ArrivedFile = PickedFile & {
  /** Called once it is stored, or not needed. */
  release(): Promise<void>;
};

/** Why files were not received; never contains a name. */
export type IncomingProblem = 'too_large' | 'too_many' | 'unreadable' | 'no_room' | 'stalled';

/** The files of one share or open action in another app. */
export type Arrived = {
  readonly files: readonly ArrivedFile[];
  readonly problems: readonly IncomingProblem[];
};

export type IncomingFilesPort = {
  /** Notifies one listener of files that have not been released, and then of new ones. */
  subscribe(listener: (arrived: Arrived) => void): () => void;
};
