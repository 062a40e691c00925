import type { ApplicationType } from '@sealflow/contract';
import type { ApplicationDraft, DraftDetails, ServiceCopy } from './draft.types.ts';

export const emptyDetails: DraftDetails = {
  to: [],
  recipient: '',
  subject: '',
  body: '',
  email: '',
  classificationID: null,
  people: [],
  lease: '30',
  leaseDay: '',
  leaseSlot: 'all_day',
  watermark: true,
  noDownload: false,
  noCapture: false,
};

/** A random id of 128 bits in hex; the oldest supported engines lack `crypto.randomUUID`. */
export function randomID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const emptyServiceCopy = (): ServiceCopy => ({
  flowID: null,
  key: randomID(),
  posted: null,
  content: null,
});

export type NewDraftInput = {
  readonly draftID: string;
  readonly tid: string;
  readonly type: ApplicationType;
  /** The account's address, which is the usual mailbox to apply for. */
  readonly email: string | null;
};

export const createDraft = ({ draftID, tid, type, email }: NewDraftInput): ApplicationDraft => ({
  draftID,
  tid,
  type,
  title: '',
  description: '',
  details: { ...emptyDetails, email: email ?? '' },
  files: [],
  dropped: [],
  kept: emptyServiceCopy(),
  updateAt: 0,
});
