import { parseEmail } from '@sealflow/domain/identifiers';
import { applicationLimits, applicationTypes, detailKeys } from '@sealflow/domain/workflow';
import type { ApplicationDraft, DraftDetails } from './draft.types.ts';
import { leaseEnd } from './lease.rules.ts';
import { allRecipients } from './recipients.rules.ts';

export type DraftField =
  | 'title'
  | 'description'
  | 'approvers'
  | 'files'
  | 'to'
  | 'subject'
  | 'body'
  | 'email'
  | 'classificationID'
  | 'people'
  | 'until'
  | 'marks';

/** Why a field is invalid; also the key of its text. */
export type DraftFault =
  | 'required'
  | 'tooLong'
  | 'email'
  | 'tooMany'
  | 'filesNeeded'
  | 'filesUnderWay'
  | 'past'
  | 'noMark'
  | 'refused';

export type DraftFaults = Readonly<Partial<Record<DraftField, DraftFault>>>;

/** Order of the fields in the form; the first invalid one gets the focus. */
export const fieldOrder: readonly DraftField[] = [
  'title',
  'description',
  'to',
  'subject',
  'body',
  'email',
  'classificationID',
  'people',
  'until',
  'marks',
  'approvers',
  'files',
];

const checkText = (value: string, maxLength: number, required: boolean): DraftFault | undefined => {
  if (required && value.trim() === '') return 'required';
  return value.trim().length > maxLength ? 'tooLong' : undefined;
};

function checkRecipients(details: DraftDetails): DraftFault | undefined {
  const all = allRecipients(details);
  if (all.length === 0) return 'required';
  if (all.length > applicationLimits.recipients) return 'tooMany';
  return all.every((address) => parseEmail(address) !== null) ? undefined : 'email';
}

function checkEmail({ email }: DraftDetails): DraftFault | undefined {
  if (email.trim() === '') return 'required';
  return parseEmail(email) === null ? 'email' : undefined;
}

function checkPeople({ people: chosen }: DraftDetails): DraftFault | undefined {
  if (chosen.length === 0) return 'required';
  return chosen.length > applicationLimits.people ? 'tooMany' : undefined;
}

function checkLeaseEnd(details: DraftDetails, now: number): DraftFault | undefined {
  const end = leaseEnd(details, now);
  if (end === undefined) return 'required';
  return end !== null && end <= now ? 'past' : undefined;
}

function checkFiles({ type, files: all }: ApplicationDraft): DraftFault | undefined {
  if (all.length > applicationLimits.files) return 'tooMany';
  if (all.some(({ uri, copied, refused }) => uri === null && (!copied || refused))) return 'filesUnderWay';
  return applicationTypes[type].needsFiles && all.length === 0 ? 'filesNeeded' : undefined;
}

/** A stage whose approver the applicant chooses. */
export type ApproverChoice = { readonly stage: number; readonly isRequired: boolean };

const checkApprovers = (
  { approvers = [] }: ApplicationDraft,
  choices: readonly ApproverChoice[],
): DraftFault | undefined =>
  choices.some(({ stage, isRequired }) => isRequired && !approvers.some((chosen) => chosen.stage === stage))
    ? 'required'
    : undefined;

/**
 * Validates a draft (specification section 5). @returns the faults by field; empty if the draft can be sent.
 * @param choices - the stages of the type whose approver the applicant chooses; empty while they are unknown.
 */
export function checkDraft(
  draft: ApplicationDraft,
  now: number,
  choices: readonly ApproverChoice[] = [],
): DraftFaults {
  const { type, title, description, details } = draft;
  const applicableKeys = new Set<string>(detailKeys[type]);
  const { watermark, noDownload, noCapture } = details;
  const checks: readonly [DraftField, boolean, () => DraftFault | undefined][] = [
    ['title', true, () => checkText(title, applicationLimits.title, true)],
    ['description', true, () => checkText(description, applicationLimits.description, false)],
    ['to', applicableKeys.has('to'), () => checkRecipients(details)],
    [
      'subject',
      applicableKeys.has('subject'),
      () => checkText(details.subject, applicationLimits.subject, false),
    ],
    ['body', applicableKeys.has('body'), () => checkText(details.body, applicationLimits.body, false)],
    ['email', applicableKeys.has('email'), () => checkEmail(details)],
    [
      'classificationID',
      applicableKeys.has('classificationID'),
      () => (details.classificationID === null ? 'required' : undefined),
    ],
    ['people', applicableKeys.has('fids'), () => checkPeople(details)],
    ['until', applicableKeys.has('until'), () => checkLeaseEnd(details, now)],
    [
      'marks',
      applicableKeys.has('watermark'),
      () => (watermark || noDownload || noCapture ? undefined : 'noMark'),
    ],
    ['approvers', true, () => checkApprovers(draft, choices)],
    ['files', true, () => checkFiles(draft)],
  ];
  const faults: Partial<Record<DraftField, DraftFault>> = {};
  for (const [field, applies, check] of checks) {
    const fault = applies ? check() : undefined;
    if (fault !== undefined) faults[field] = fault;
  }
  return faults;
}

/** The first invalid field in the order of the form; null if there is none. */
export const firstFault = (faults: Readonly<Partial<Record<DraftField, unknown>>>): DraftField | null =>
  fieldOrder.find((field) => faults[field] !== undefined) ?? null;
