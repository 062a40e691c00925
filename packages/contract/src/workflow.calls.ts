import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, keyword, list, page, requestTime, tenantParams, timeParam } from './common.schemas.ts';
import { flowVersion } from './return.schemas.ts';
import {
  application,
  applicationType,
  candidate,
  classificationChoice,
  decisionHeaders,
  flow,
  flowFile,
  flowInfo,
  flowState,
  newApplication,
  processStep,
  stepType,
  task,
  taskState,
} from './workflow.schemas.ts';

const listParams = {
  ...page,
  /** JSON of the eds-pro_16 dialect; see `flowFilter` and `taskFilter`. */
  filter: z.string().max(2000).optional(),
  createAtFrom: timeParam.optional(),
  createAtTo: timeParam.optional(),
  keyword: keyword.optional(),
};

const createdBetween = z.tuple([requestTime.nullable(), requestTime.nullable()]);

/** The value under which the count calls group flows in `approving` or `waiting`. */
const flowStateFilter = z.union([flowState, z.literal('awaiting_approval')]);

export const flowFilter = z.strictObject({
  state: flowStateFilter.optional(),
  type: applicationType.optional(),
  createAt: createdBetween.optional(),
  keyword: keyword.optional(),
});

export const taskFilter = z.strictObject({
  state: taskState.optional(),
  nodeType: stepType.optional(),
  type: applicationType.optional(),
  createAt: createdBetween.optional(),
  keyword: keyword.optional(),
});

const applicationErrors = [
  'work.flow_type_not_found',
  'work.no_department_head',
  'work.no_approver_found',
  'work.too_many_approvers',
  'work.approver_not_chosen',
  'work.chosen_approver_invalid',
  'work.no_email',
  'work.approvers_invalid',
  'key.classification_not_found',
  'file.file_does_not_exist',
  'work.comment_file_in_use',
] as const;

/** A stage whose approver the applicant chooses. */
const approverChoice = z.object({
  stage: z.int(),
  /** Whether the application is refused without a choice. */
  isRequired: z.boolean(),
  /** The names of the role and the department to which the choice is limited; null for no limit. */
  role: z.string().nullable(),
  organisation: z.string().nullable(),
});

const flowParams = z.strictObject({ tid: id, flowID: id });
export const workflowCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/flow-types': {
    summary: 'The application types that this tenant offers',
    access: 'tenant',
    params: tenantParams,
    answer: list(
      z.object({
        id: z.int(),
        name: z.string(),
        type: applicationType,
        /** The stages whose approver the applicant chooses; missing if there are none. */
        choices: z.array(approverChoice).optional(),
      }),
    ),
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/user-flows': {
    summary: "The caller's own applications, newest first; both dialects are accepted",
    access: 'tenant',
    params: tenantParams,
    query: z.object({
      ...listParams,
      state: flowStateFilter.optional(),
      type: applicationType.optional(),
    }),
    answer: list(flow),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/user-flows': {
    summary: 'Create an application and submit it, or save it as a draft',
    access: 'tenant',
    params: tenantParams,
    headers: decisionHeaders,
    body: newApplication,
    answer: data(flow),
    errors: [...applicationErrors, 'work.idempotency_key_reused'],
  },
  'GET /api/v1/tenants/{tid}/user-tasks': {
    summary: "The caller's tasks, newest first; both dialects are accepted",
    access: 'tenant',
    params: tenantParams,
    query: z.object({
      ...listParams,
      state: taskState.optional(),
      /** Plain dialect: `approval` (the same as node type `approve`), a node type, or a kind of application. */
      type: z.union([z.literal('approval'), stepType, applicationType]).optional(),
    }),
    answer: list(task),
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/flows/{flowID}': {
    summary: 'One application, for its participants',
    access: 'tenant',
    params: flowParams,
    answer: data(flowInfo),
    errors: ['work.flow_not_found'],
  },
  'GET /api/v1/tenants/{tid}/flows/{flowID}/files': {
    summary: 'The files of an application',
    access: 'tenant',
    params: flowParams,
    answer: data(z.array(flowFile)),
    errors: ['work.flow_not_found'],
  },
  'GET /api/v1/tenants/{tid}/flows/{flowID}/versions': {
    summary: 'Every submitted content of an application, oldest first, with its files',
    access: 'tenant',
    params: flowParams,
    answer: data(z.array(flowVersion)),
    errors: ['work.flow_not_found'],
  },
  'GET /api/v1/tenants/{tid}/flows/{flowID}/process': {
    summary: 'The steps of an application with their tasks and outcomes',
    access: 'tenant',
    params: flowParams,
    answer: data(z.array(processStep)),
    errors: ['work.flow_not_found'],
  },
  'PUT /api/v1/tenants/{tid}/flows/{flowID}': {
    summary: 'Replace an own draft',
    access: 'tenant',
    params: flowParams,
    body: application,
    answer: data(flow),
    errors: [...applicationErrors, 'work.flow_not_found', 'work.flow_state_error'],
  },
  'DELETE /api/v1/tenants/{tid}/flows/{flowID}': {
    summary: 'Delete an own draft',
    access: 'tenant',
    params: flowParams,
    answer: 'none',
    errors: ['work.flow_not_found', 'work.flow_state_error'],
  },
  'GET /api/v1/tenants/{tid}/user-candidates': {
    summary:
      'People to whom a task can be assigned, for callers with an open task, or who may name people in an application',
    access: 'tenant',
    params: tenantParams,
    query: z.strictObject({ ...page, keyword: keyword.optional() }),
    answer: list(candidate),
    errors: ['work.not_allowed'],
  },
  'GET /api/v1/tenants/{tid}/user-approver-choices': {
    summary:
      'The people whom the caller may choose as approver of a stage, by a part of the name; without the caller',
    access: 'tenant',
    params: tenantParams,
    query: z.strictObject({
      ...page,
      type: applicationType,
      stage: z.coerce.number<number | string>().int().min(1).max(10),
      keyword: keyword.optional(),
    }),
    answer: list(candidate),
    errors: ['work.flow_type_not_found', 'work.not_allowed'],
  },
  'GET /api/v1/tenants/{tid}/user-classifications': {
    summary:
      'The classifications that an application can request, lowest level first; if the tenant offers that type',
    access: 'tenant',
    params: tenantParams,
    query: z.strictObject(page),
    answer: list(classificationChoice),
    errors: ['work.not_allowed'],
  },
});
