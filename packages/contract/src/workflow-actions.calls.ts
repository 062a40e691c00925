import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, tenantParams, time } from './common.schemas.ts';
import { changedApplication, returnDecision } from './return.schemas.ts';
import {
  addedApproval,
  bulkDecision,
  bulkDecisionResult,
  decision,
  decisionHeaders,
  decisionResult,
  flowActionResult,
  specifiedDecision,
  taskTransfer,
} from './workflow.schemas.ts';

const actionErrors = [
  'work.task_state_error',
  'work.flow_state_error',
  'work.changed_since_seen',
  'work.idempotency_key_reused',
] as const;

const taskCall = {
  access: 'tenant',
  params: z.strictObject({ tid: id, taskID: id }),
  headers: decisionHeaders,
  body: decision,
  answer: decisionResult,
  errors: [...actionErrors, 'work.task_not_found', 'work.deputy_is_applicant'],
} as const;

const flowCall = {
  access: 'tenant',
  params: z.strictObject({ tid: id, flowID: id }),
  headers: decisionHeaders,
  body: decision,
  answer: flowActionResult,
  errors: [...actionErrors, 'work.flow_not_found', 'work.not_allowed'],
} as const;

const bulkTaskCall = {
  access: 'tenant',
  params: tenantParams,
  headers: decisionHeaders,
  body: bulkDecision,
  answer: bulkDecisionResult,
  errors: [],
} as const;

/**
 * Actions on tasks and flows. Each requires an `Idempotency-Key` and the digest of the application as the user saw it.
 */
export const workflowActionCalls = declareCalls({
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/approve': {
    ...taskCall,
    summary: 'Approve a task',
    body: specifiedDecision,
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/reject': {
    ...taskCall,
    summary: 'Reject a task',
    body: specifiedDecision,
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/complete': {
    ...taskCall,
    summary: 'Approve directly and skip the remaining stages, if the process allows it',
    errors: [...taskCall.errors, 'work.not_allowed'],
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/add-approval': {
    ...taskCall,
    summary: 'Add approvers: all of them must approve in place of this task',
    body: addedApproval,
    errors: [...taskCall.errors, 'work.approvers_invalid'],
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/transfer': {
    ...taskCall,
    summary: 'Transfer a task to another person',
    body: taskTransfer,
    errors: [...taskCall.errors, 'work.approvers_invalid'],
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/return': {
    ...taskCall,
    summary: 'Return an application to its applicant for changes, or to an earlier stage, with a reason',
    body: returnDecision,
    errors: [...taskCall.errors, 'work.return_target_invalid'],
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/read': {
    ...taskCall,
    summary: 'Mark a copy as read',
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/handle': {
    ...taskCall,
    summary: 'Start the processing of the files',
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/download': {
    ...taskCall,
    summary: 'Confirm that the result was received; the receipt of a download does this automatically',
  },
  'POST /api/v1/tenants/{tid}/tasks/actions/approve': {
    ...bulkTaskCall,
    summary: 'Approve several tasks independently',
  },
  'POST /api/v1/tenants/{tid}/tasks/actions/reject': {
    ...bulkTaskCall,
    summary: 'Reject several tasks independently',
  },
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/submit': {
    ...flowCall,
    summary: 'Submit an own draft',
    errors: [
      ...flowCall.errors,
      'work.flow_type_not_found',
      'work.no_department_head',
      'work.no_approver_found',
      'work.too_many_approvers',
      'work.approver_not_chosen',
      'work.chosen_approver_invalid',
      'work.approvers_invalid',
      'key.classification_not_found',
    ],
  },
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/resubmit': {
    ...flowCall,
    summary: 'Submit an own returned application again, with its changed content',
    body: changedApplication,
    errors: [
      ...flowCall.errors,
      'work.flow_type_not_found',
      'work.no_department_head',
      'work.no_email',
      'work.approvers_invalid',
      'key.classification_not_found',
      'file.file_does_not_exist',
      'work.comment_file_in_use',
    ],
  },
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/cancel': {
    ...flowCall,
    summary: 'Cancel an own application that has not ended',
  },
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/remind': {
    summary: 'Remind the people whose decision or processing an own application awaits; once an hour',
    access: 'tenant',
    params: z.strictObject({ tid: id, flowID: id }),
    answer: data(
      z.object({
        /** The people who get the reminder. */
        reminded: z.int().min(1),
        /** From when on the application allows the next reminder. */
        nextAt: time,
      }),
    ),
    errors: ['work.flow_not_found', 'work.not_allowed', 'work.nobody_to_remind', 'work.reminded_recently'],
  },
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/administrator-cancel': {
    ...flowCall,
    summary: 'Cancel any application that has not ended',
    access: { right: 'Administration/administration' },
    errors: [...actionErrors, 'work.flow_not_found'],
  },
});
