import type { AuditAct } from '@sealflow/domain/audit-acts';

/**
 * An audit record to be written. It contains ids of people, devices and objects, never names, phone numbers or texts.
 */
export interface AuditEntry {
  /** Null for a record of the deployment instead of a tenant. */
  tid: string | null;
  at: Date;
  act: AuditedAct;
  decision: 'granted' | 'refused';
  /** The reason of a refusal. */
  reason: string | null;
  aid: string | null;
  fid: string | null;
  deviceID: string | null;
  operatorID: string | null;
  documentID: string | null;
  kid: string | null;
  /** The id of the object of the act. */
  subject?: string | null;
  sha256?: string | null;
  /** The number of equal events that one record stands for; 1 by default. */
  count?: number;
}

/** The act of a record; `packages/domain` lists them. */
export type AuditedAct = AuditAct;

/** The position of a record of the previous release in its chain. */
export interface FormerPosition {
  readonly sequence: number;
  readonly hash: Buffer;
}

/** A record as it is stored. */
export interface StoredRecord extends Required<AuditEntry> {
  former: FormerPosition | null;
}

/** A record in its tenant's chain. */
export interface AuditRecord extends StoredRecord {
  /** From 1, without gaps. */
  sequence: number;
  hash: Buffer;
}
