import type { Client } from './client.ts';
import type { Device } from './device.ts';
import type { Environment } from './environment.ts';
import type { Journal } from './journal.ts';

/** The context of all load actions. */
export interface LoadContext {
  readonly environment: Environment;
  readonly client: Client;
  readonly journal: Journal;
  /** The devices of a person. The second device of an approver competes with the first. */
  readonly devicesOf: (tid: string, name: string) => readonly Device[];
  readonly isOver: () => boolean;
  /** The documents that were sealed so far, with their bytes. */
  readonly sealedDocuments: SealedDocument[];
}

export interface SealedDocument {
  readonly tid: string;
  readonly owner: string;
  readonly documentID: string;
  readonly recipients: readonly string[];
  readonly file: Buffer;
}
