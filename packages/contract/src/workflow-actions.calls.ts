import { z } from 'zod';
import { declareCalls } from './call.ts';
import { id, tenantParams } from './common.schemas.ts';
import {
  addedApproval,
  bulkDecided,
  bulkDecision,
  decided,
  decision,
  decisionHeaders,
  flowActed,
  specifiedDecision,
  taskTransfer,
} from './workflow.schemas.ts';

const refusals = [
  'work.task_state_error',
  'work.flow_state_error',
  'work.changed_since_seen',
  'work.idempotency_key_reused',
] as const;

const ofTask = {
  access: 'tenant',
  params: z.strictObject({ tid: id, taskID: id }),
  headers: decisionHeaders,
  body: decision,
  answer: decided,
  errors: [...refusals, 'work.task_not_found'],
} as const;

const ofFlow = {
  access: 'tenant',
  params: z.strictObject({ tid: id, flowID: id }),
  headers: decisionHeaders,
  body: decision,
  answer: flowActed,
  errors: [...refusals, 'work.flow_not_found', 'work.not_allowed'],
} as const;

const ofTasks = {
  access: 'tenant',
  params: tenantParams,
  headers: decisionHeaders,
  body: bulkDecision,
  answer: bulkDecided,
  errors: [],
} as const;

/**
 * Actions on tasks and flows. Each requires an `Idempotency-Key` and the digest of the application as the user saw it.
 */
export const workflowActionCalls = declareCalls({
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/approve': {
    ...ofTask,
    summary: 'Approve a task',
    body: specifiedDecision,
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/reject': {
    ...ofTask,
    summary: 'Reject a task',
    body: specifiedDecision,
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/complete': {
    ...ofTask,
    summary: 'Approve directly and skip the remaining stages, if the process allows it',
    errors: [...ofTask.errors, 'work.not_allowed'],
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/add-approval': {
    ...ofTask,
    summary: 'Add approvers: all of them must approve in place of this task',
    body: addedApproval,
    errors: [...ofTask.errors, 'work.approvers_invalid'],
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/transfer': {
    ...ofTask,
    summary: 'Transfer a task to another person',
    body: taskTransfer,
    errors: [...ofTask.errors, 'work.approvers_invalid'],
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/read': {
    ...ofTask,
    summary: 'Mark a copy as read',
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/handle': {
    ...ofTask,
    summary: 'Start the processing of the files',
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/download': {
    ...ofTask,
    summary: 'Confirm that the result was received; the receipt of a download does this automatically',
  },
  'POST /api/v1/tenants/{tid}/tasks/actions/approve': {
    ...ofTasks,
    summary: 'Approve several tasks independently',
  },
  'POST /api/v1/tenants/{tid}/tasks/actions/reject': {
    ...ofTasks,
    summary: 'Reject several tasks independently',
  },
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/submit': {
    ...ofFlow,
    summary: 'Submit an own draft',
    errors: [
      ...ofFlow.errors,
      'work.flow_type_not_found',
      'work.approvers_invalid',
      'key.classification_not_found',
    ],
  },
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/cancel': {
    ...ofFlow,
    summary: 'Cancel an own application that has not ended',
  },
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/administrator-cancel': {
    ...ofFlow,
    summary: 'Cancel any application that has not ended',
    access: { right: 'Administration/administration' },
    errors: [...refusals, 'work.flow_not_found'],
  },
});
