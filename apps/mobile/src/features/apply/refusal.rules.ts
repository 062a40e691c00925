import { ApiError } from '../../platform/api/index.ts';
import type { DraftFault, DraftField } from './check-draft.rules.ts';

const fieldByCode: Readonly<Partial<Record<ApiError['code'], DraftField>>> = {
  'key.classification_not_found': 'classificationID',
  'work.approvers_invalid': 'people',
  'work.approver_not_chosen': 'approvers',
  'work.chosen_approver_invalid': 'approvers',
  'file.file_does_not_exist': 'files',
};

/** Maps the prefix of `params.path` in the error to a field. */
const fieldByPath: readonly [string, DraftField][] = [
  ['body.title', 'title'],
  ['body.description', 'description'],
  ['body.files', 'files'],
  ['body.details.to', 'to'],
  ['body.details.subject', 'subject'],
  ['body.details.body', 'body'],
  ['body.details.email', 'email'],
  ['body.details.classificationID', 'classificationID'],
  ['body.details.fids', 'people'],
  ['body.details.until', 'until'],
  ['body.chosenApprovers', 'approvers'],
];

/** The field that a rejection of the service is about; null if it is about none. */
export function refusedField(error: unknown): DraftField | null {
  if (!(error instanceof ApiError)) return null;
  const matchedField = fieldByCode[error.code];
  if (matchedField !== undefined) return matchedField;
  const path = String(error.params['path'] ?? '');
  return fieldByPath.find(([prefix]) => path === prefix || path.startsWith(`${prefix}.`))?.[1] ?? null;
}

/** The most likely fault of a field that passes this form's checks but not the service's. */
export function refusedFault(field: DraftField): DraftFault {
  if (field === 'to' || field === 'email') return 'email';
  return field === 'until' ? 'past' : 'refused';
}
