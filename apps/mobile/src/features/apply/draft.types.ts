import type { ApplicationType } from '@sealflow/contract';
import type { TimeSlot } from '@sealflow/domain/dates';

/** A file of an application. Until it is stored at the service, its copy lies in the account's folder. */
export type DraftFile = {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** Where the file service keeps it; null until then. */
  readonly uri: string | null;
  /** Whether its whole copy lies on the device: an application with it can be sent, whatever the line does. */
  readonly copied?: boolean;
  /** Whether it was sent before: the answer may have been lost. */
  readonly tried?: boolean;
  /** Whether the service will not take it. */
  readonly refused?: boolean;
};

export type DraftPerson = { readonly fid: string; readonly name: string };

/** How long people shall be able to open the files: days, for ever, or until a day. */
export type Lease = '7' | '30' | '90' | 'forever' | 'date';

/** What the fields of all types hold; a type sends those that are its own. */
export type DraftDetails = {
  readonly to: readonly string[];
  /** A recipient that is being typed. */
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly email: string;
  readonly classificationID: string | null;
  readonly people: readonly DraftPerson[];
  readonly lease: Lease;
  /** `YYYY-MM-DD` of the device's calendar; for the lease `date`. */
  readonly leaseDay: string;
  /** The part of that day with which the lease ends. */
  readonly leaseSlot: TimeSlot;
  readonly watermark: boolean;
  readonly noDownload: boolean;
  readonly noCapture: boolean;
};

/** An application that is being written, as the device keeps it. */
export type ApplicationDraft = {
  readonly draftID: string;
  readonly tid: string;
  readonly type: ApplicationType;
  readonly title: string;
  readonly description: string;
  readonly details: DraftDetails;
  readonly files: readonly DraftFile[];
  /** Files that were stored and then taken out: deleted once no draft of the service holds them. */
  readonly dropped: readonly string[];
  /** What the service has of it. */
  readonly kept: KeptDraft;
  /** ms since 1970. */
  readonly updateAt: number;
};

export type KeptDraft = {
  /** The draft's id at the service; null before it has one. */
  readonly flowID: string | null;
  /** The idempotency key of the request that makes it, and the content that went with it: together they can be repeated. */
  readonly key: string;
  readonly posted: string | null;
  /** The content that the service has. */
  readonly content: string | null;
};
