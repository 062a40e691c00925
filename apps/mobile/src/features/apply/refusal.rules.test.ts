import { expect, it } from 'vitest';
import { ApiError } from '../../platform/api/index.ts';
import { refusedField } from './refusal.rules.ts';

const refusal = (code: ApiError['code'], params: Record<string, string> = {}) =>
  new ApiError({ kind: 'http', code, message: '', params, status: 400 });

it.each([
  [refusal('key.classification_not_found'), 'classificationID'],
  [refusal('work.approvers_invalid'), 'people'],
  [refusal('file.file_does_not_exist'), 'files'],
  [refusal('work.approver_not_chosen'), 'approvers'],
  [refusal('work.chosen_approver_invalid'), 'approvers'],
  [refusal('app.invalid_request', { path: 'body.details.to.0' }), 'to'],
  [refusal('app.invalid_request', { path: 'body.details.until' }), 'until'],
  [refusal('app.invalid_request', { path: 'body' }), null],
  [refusal('work.flow_type_not_found'), null],
  [new Error('x'), null],
])('maps %s to the field %s', (error, field) => {
  expect(refusedField(error)).toBe(field);
});
