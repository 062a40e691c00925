import type { Client } from './client.ts';
import type { Device } from './device.ts';
import type { Journal } from './journal.ts';
import type { Place } from './place.ts';

/** What all acts of the load work with. */
export interface World {
  readonly place: Place;
  readonly client: Client;
  readonly journal: Journal;
  /** The devices of a person; the second of an approver races the first. */
  readonly devicesOf: (tid: string, name: string) => readonly Device[];
  readonly isOver: () => boolean;
  /** Documents that were sealed so far, with their bytes. */
  readonly sealed: SealedNote[];
}

export interface SealedNote {
  readonly tid: string;
  readonly owner: string;
  readonly documentID: string;
  readonly recipients: readonly string[];
  readonly file: Buffer;
}
