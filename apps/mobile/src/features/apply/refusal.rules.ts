import { ApiError } from '../../platform/api/index.ts';
import type { DraftFault, DraftField } from './check-draft.rules.ts';

const byCode: Readonly<Partial<Record<ApiError['code'], DraftField>>> = {
  'key.classification_not_found': 'classificationID',
  'work.approvers_invalid': 'people',
  'file.file_does_not_exist': 'files',
};

/** Parts of the request as `params.path` names them, by field. */
const byPath: readonly [string, DraftField][] = [
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
];

/** The field that a refusal of the service is about; null where it is about no field. */
export function refusedField(error: unknown): DraftField | null {
  if (!(error instanceof ApiError)) return null;
  const known = byCode[error.code];
  if (known !== undefined) return known;
  const path = String(error.params['path'] ?? '');
  return byPath.find(([start]) => path === start || path.startsWith(`${start}.`))?.[1] ?? null;
}

/** What is most likely wrong with a field that the service takes otherwise than this form. */
export function refusedFault(field: DraftField): DraftFault {
  if (field === 'to' || field === 'email') return 'email';
  return field === 'until' ? 'past' : 'refused';
}
