/** Ids of people, devices and things; never a name, a number or a text. */
export interface AuditEntry {
  /** Null: it belongs to the deployment, to no tenant. */
  tid: string | null;
  at: Date;
  act: AuditedAct;
  decision: 'granted' | 'refused';
  /** Why it was refused. */
  reason: string | null;
  aid: string | null;
  fid: string | null;
  deviceID: string | null;
  operatorID: string | null;
  documentID: string | null;
  kid: string | null;
  /** The id of what it was done to. */
  subject?: string | null;
  sha256?: string | null;
  /** How often, where like ones are one record; else 1. */
  count?: number;
}

/** `area.verb_past`; those of keys and documents have kept their names from before there were others. */
export type AuditedAct = `${string}.${string}` | 'rewrap' | 'register' | 'withdraw' | 'grant' | 'rotate';

/** Where a record of the release before stood in its chain. */
export interface FormerPlace {
  readonly sequence: number;
  readonly hash: Buffer;
}

/** A record as it is kept. */
export interface KeptRecord extends Required<AuditEntry> {
  former: FormerPlace | null;
}

/** A record in its tenant's chain. */
export interface AuditRecord extends KeptRecord {
  /** From 1, without gaps. */
  sequence: number;
  hash: Buffer;
}
