import type { ApplicationType } from '@sealflow/contract';
import type { TimeSlot } from '@sealflow/domain/dates';
import type { UploadedFile } from '../../shell/uploads/upload.types.ts';

/** A file of an application. One with copied files can be queued while offline. */
export type DraftFile = UploadedFile;

export type DraftPerson = { readonly fid: string; readonly name: string };

/** The person whom the applicant chose as approver of a stage, from 1. */
export type ChosenApprover = { readonly stage: number; readonly person: DraftPerson };

/** How long the people chosen can open the files: a number of days, for ever, or until a date. */
export type Lease = '7' | '30' | '90' | 'forever' | 'date';

/** The values of all fields of all types. Only the details of the application's type are sent. */
export type DraftDetails = {
  readonly to: readonly string[];
  /** The recipient being typed. */
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly email: string;
  readonly classificationID: string | null;
  readonly people: readonly DraftPerson[];
  readonly lease: Lease;
  /** `YYYY-MM-DD` in the device's calendar, for the lease `date`. */
  readonly leaseDay: string;
  /** The lease ends with this slot of `leaseDay`. */
  readonly leaseSlot: TimeSlot;
  readonly watermark: boolean;
  readonly noDownload: boolean;
  readonly noCapture: boolean;
};

/** An application being written, as it is stored on the device. */
export type ApplicationDraft = {
  readonly draftID: string;
  readonly tid: string;
  readonly type: ApplicationType;
  readonly title: string;
  readonly description: string;
  readonly details: DraftDetails;
  /** Whom the applicant chose for stages of the type. Missing in drafts of earlier versions. */
  readonly approvers?: readonly ChosenApprover[];
  readonly files: readonly DraftFile[];
  /**
   * URIs of uploaded files that were removed from the draft. They are deleted once the service's draft no
   * longer references them.
   */
  readonly dropped: readonly string[];
  /** State of the draft's copy at the service. */
  readonly kept: ServiceCopy;
  /** The returned application that the draft changes; missing for a new application. */
  readonly revises?: Revision;
  /** ms since 1970. */
  readonly updateAt: number;
};

/** The content that a draft changes, and why it was returned. */
export type Revision = {
  readonly flowID: string;
  /** ms since 1970. Tells apart the returns of an application. */
  readonly returnedAt: number;
  /** Digest of the content; null if the page cannot compute digests. */
  readonly seen: string | null;
  /** Name of the person who returned it. */
  readonly by: string;
  readonly reason: string;
  /** What the applicant says about the changes. Missing in drafts of earlier versions. */
  readonly note?: string;
};

export type ServiceCopy = {
  /** Id of the draft at the service; null before it is created. */
  readonly flowID: string | null;
  /**
   * Idempotency key of the creating request. Repeated together with `posted`, the body it was first sent with,
   * the request creates one draft only.
   */
  readonly key: string;
  readonly posted: string | null;
  /** Identity of the content that the service has (`contentFingerprint`). */
  readonly content: string | null;
};
