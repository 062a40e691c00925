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

/** What people do to tasks and flows. Every one takes an `Idempotency-Key` and the digest of what was seen. */
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
    summary: 'Approve directly: the stages that remain are left out, where the process allows it',
    errors: [...ofTask.errors, 'work.not_allowed'],
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/add-approval': {
    ...ofTask,
    summary: 'Let others approve first: all of them are needed, in the place of this task',
    body: addedApproval,
    errors: [...ofTask.errors, 'work.approvers_invalid'],
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/transfer': {
    ...ofTask,
    summary: 'Hand a task over to somebody else',
    body: taskTransfer,
    errors: [...ofTask.errors, 'work.approvers_invalid'],
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/read': {
    ...ofTask,
    summary: 'Say that a copy was read',
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/handle': {
    ...ofTask,
    summary: 'Set the processing of the files going',
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/download': {
    ...ofTask,
    summary: 'Say that the result was received; the receipt of the download says so by itself',
  },
  'POST /api/v1/tenants/{tid}/tasks/actions/approve': {
    ...ofTasks,
    summary: 'Approve several tasks, each for itself',
  },
  'POST /api/v1/tenants/{tid}/tasks/actions/reject': {
    ...ofTasks,
    summary: 'Reject several tasks, each for itself',
  },
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/submit': {
    ...ofFlow,
    summary: 'Submit a draft of one’s own',
    errors: [
      ...ofFlow.errors,
      'work.flow_type_not_found',
      'work.approvers_invalid',
      'key.classification_not_found',
    ],
  },
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/cancel': {
    ...ofFlow,
    summary: 'Cancel an application of one’s own that is not over',
  },
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/administrator-cancel': {
    ...ofFlow,
    summary: 'Cancel anybody’s application that is not over',
    access: { right: 'Administration/administration' },
    errors: [...refusals, 'work.flow_not_found'],
  },
});
