import type { ApplicationType } from '@sealflow/contract';
import type { ApplicationDraft, DraftDetails, KeptDraft } from './draft.types.ts';

export const noDetails: DraftDetails = {
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

export const notKept = (): KeptDraft => ({ flowID: null, key: randomID(), posted: null, content: null });

export type DraftStart = {
  readonly draftID: string;
  readonly tid: string;
  readonly type: ApplicationType;
  /** The account's address, which is the usual mailbox to apply for. */
  readonly email: string | null;
};

export const newDraft = ({ draftID, tid, type, email }: DraftStart): ApplicationDraft => ({
  draftID,
  tid,
  type,
  title: '',
  description: '',
  details: { ...noDetails, email: email ?? '' },
  files: [],
  dropped: [],
  kept: notKept(),
  updateAt: 0,
});
