import { z } from 'zod';
import { declareCalls } from './call.ts';
import {
  data,
  id,
  ifMatchHeader,
  keyword,
  list,
  page,
  person,
  tenantParams,
  time,
} from './common.schemas.ts';
import { flowProcess } from './process.schemas.ts';
import { flowVersion } from './return.schemas.ts';
import {
  applicationType,
  flow,
  flowFile,
  flowInfo,
  flowState,
  flowTypeSetting,
  processStep,
} from './workflow.schemas.ts';

const administrators = { right: 'Administration/administration' } as const;
const typeParams = z.strictObject({ tid: id, type: applicationType });

/** Application types of a tenant with their processes, and all its applications, for administrators. */
export const workflowAdminCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/admin/flow-types': {
    summary: 'All application types with their processes, including those not offered',
    access: administrators,
    params: tenantParams,
    answer: list(flowTypeSetting),
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/admin/flow-types/{type}': {
    summary: 'One application type with its process',
    access: administrators,
    params: typeParams,
    answer: data(flowTypeSetting),
    errors: ['work.flow_type_not_found'],
  },
  'PUT /api/v1/tenants/{tid}/admin/flow-types/{type}': {
    summary: 'Offer or change an application type; running applications keep their process',
    access: administrators,
    params: typeParams,
    headers: ifMatchHeader,
    body: z.strictObject({ name: z.string().trim().min(1).max(100), process: flowProcess }),
    answer: data(flowTypeSetting),
    errors: [
      'work.approvers_invalid',
      'work.process_does_not_fit',
      'work.rule_invalid',
      'work.stages_conditional',
      'admin.changed_meanwhile',
    ],
  },
  'DELETE /api/v1/tenants/{tid}/admin/flow-types/{type}': {
    summary: 'Stop offering an application type; running applications continue',
    access: administrators,
    params: typeParams,
    headers: ifMatchHeader,
    answer: 'none',
    errors: ['admin.changed_meanwhile', 'work.flow_type_not_found'],
  },
  'GET /api/v1/tenants/{tid}/admin/flows': {
    summary:
      'All applications of a tenant except drafts, with the people for whom they wait; newest first by default',
    access: administrators,
    params: tenantParams,
    query: z.strictObject({
      ...page,
      state: flowState.exclude(['new']).optional(),
      type: applicationType.optional(),
      applicant: id.optional(),
      /** The person who has an open task to decide or to process. */
      assignee: id.optional(),
      /** Applications with a task that has been open for so long, in milliseconds. */
      waitingLongerThan: z.coerce.number<number | string>().int().min(0).max(31_536_000_000).optional(),
      /** `overdue`: an open task is past its deadline; `mail_failed`: the mail could not be sent. */
      problem: z.enum(['overdue', 'mail_failed']).optional(),
      keyword: keyword.optional(),
      sort: z
        .enum([
          'createAt',
          '-createAt',
          'updateAt',
          '-updateAt',
          'title',
          '-title',
          'waitingSince',
          '-waitingSince',
        ])
        .default('-createAt'),
    }),
    answer: list(flow.extend({ waitingSince: time.nullable(), waitingFor: z.array(person) })),
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/admin/flows/{flowID}': {
    summary: 'One application with its steps and files, as its participants see it',
    access: administrators,
    params: z.strictObject({ tid: id, flowID: id }),
    answer: data(
      flowInfo.omit({ myTask: true }).extend({
        process: z.array(processStep),
        files: z.array(flowFile),
        /** Every submitted content, oldest first. */
        versions: z.array(flowVersion),
        canTryAgain: z.boolean(),
      }),
    ),
    errors: ['work.flow_not_found'],
  },
  'POST /api/v1/tenants/{tid}/admin/flows/{flowID}/actions/try-again': {
    summary: 'Try the failed processing of an application, or its failed mail, again',
    access: administrators,
    params: z.strictObject({ tid: id, flowID: id }),
    answer: 'none',
    errors: ['work.flow_not_found', 'work.flow_state_error'],
  },
  'POST /api/v1/tenants/{tid}/admin/tasks/{taskID}/actions/reassign': {
    summary: 'Give the open task of somebody who is absent to another person, by the rules of a transfer',
    access: administrators,
    params: z.strictObject({ tid: id, taskID: id }),
    body: z.strictObject({ assignee: id, reason: z.string().trim().min(1).max(1000) }),
    answer: 'none',
    errors: [
      'work.task_not_found',
      'work.task_state_error',
      'work.flow_state_error',
      'work.approvers_invalid',
    ],
  },
});
