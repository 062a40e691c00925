import type { ApplicationType } from '@sealflow/contract';
import { randomID } from '../../../platform/random.util.ts';
import type { ApplicationDraft, DraftDetails, ServiceCopy } from '../draft.types.ts';

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
