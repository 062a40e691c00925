import { detailKeys } from '@sealflow/domain/workflow';
import { z } from 'zod';
import { declareCalls } from './call.ts';
import {
  data,
  givenTime,
  id,
  keyword,
  list,
  page,
  person,
  sha256,
  tenantParams,
  time,
  timeParam,
} from './common.schemas.ts';

/** The eleven kinds of application (section 3). */
export const applicationType = z.enum([
  'file_decryption',
  'trusted_mail_send',
  'trusted_mailbox_application',
  'file_to_classification',
  'file_to_transparent',
  'file_authorization',
  'file_out',
  'gateway_trusted_mail_send',
  'mail_out',
  'file_watermark_removal',
  'file_marking',
]);

export const flowState = z.enum([
  'new',
  'approving',
  'passed',
  'rejected',
  'reviewed',
  'processing',
  'not_processed',
  'processed',
  'waiting',
  'finished',
  'canceled',
  'terminated',
]);

export const taskState = z.enum(['awaiting', 'processed', 'canceled']);

export const stepType = z.enum([
  'initiate',
  'approve',
  'cc',
  'file_process',
  'download_decrypt',
  'send_email',
]);

/** How a task ended: the texts of section 4, and the person's own decision. */
export const taskOutcome = z.enum([
  'approved',
  'rejected',
  'approved_by_others',
  'rejected_by_others',
  'direct_completed_by_others',
  'direct_completed',
  'handled_by_others',
  'handled',
  'approval_no_executor',
  'file_processing_no_executor',
  'deadline_exceeded',
  'canceled_by_administrator',
  'canceled_by_applicant',
  'converted_to_add_approval',
  'transferred',
  'workflow_completed',
  'workflow_canceled',
  'workflow_terminated',
]);

const mailAddress = z.email().max(254);
/** Goes into a header of a mail: one line. */
const subjectLine = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{Cc}*$/u);

/** What an application says beside title, description and files; each type has some of the keys (`detailKeys`). */
export const flowDetails = z.strictObject({
  to: z.array(mailAddress).min(1).max(20).optional(),
  subject: subjectLine.optional(),
  body: z.string().max(10_000).optional(),
  email: mailAddress.optional(),
  classificationID: id.optional(),
  fids: z.array(id).min(1).max(50).optional(),
  until: givenTime.nullable().optional(),
  watermark: z.boolean().optional(),
  noDownload: z.boolean().optional(),
  noCapture: z.boolean().optional(),
});

export const flow = z.object({
  id,
  typeID: z.int(),
  type: applicationType,
  typeName: z.string(),
  title: z.string(),
  description: z.string(),
  state: flowState,
  applicant: person,
  createAt: time,
  updateAt: time,
  deadline: time.nullable(),
});

export const flowFile = z.object({
  fileID: id,
  uri: id,
  name: z.string(),
  size: z.int(),
  mimeType: z.string(),
  sha256,
  encrypted: z.boolean(),
});

export const task = z.object({
  id,
  /** The remark of the decision; null while the task is awaiting. */
  note: z.string().nullable(),
  processTime: time.nullable(),
  state: taskState,
  nodeType: stepType,
  outcome: taskOutcome.nullable(),
  createAt: time,
  deadline: time.nullable(),
  flow,
});

export const processStep = z.object({
  id,
  stepType,
  state: z.enum(['pending', 'current', 'done', 'skipped']),
  mode: z.enum(['any_of', 'all_of']).nullable(),
  startAt: time.nullable(),
  endAt: time.nullable(),
  tasks: z.array(
    z.object({
      id,
      /** Null where the step found nobody to do it. */
      assignee: person.nullable(),
      state: taskState,
      outcome: taskOutcome.nullable(),
      note: z.string().nullable(),
      createAt: time,
      processTime: time.nullable(),
    }),
  ),
});

export const flowInfo = flow.extend({
  /** With the defaults that took the place of what the applicant left out; part of what is seen and decided on. */
  details: flowDetails,
  /** The names of the people and of the classification that the details name by their ids. */
  detailNames: z.record(id, z.string()),
  /** The asking person's own open task of this flow, where there is one. */
  myTask: z.object({ id, nodeType: stepType, state: taskState }).nullable(),
});

const remarkText = z.string().trim().max(1000);

/** Either name of the same remark; both and different is a fault. */
export const decision = z
  .strictObject({ remark: remarkText.optional(), note: remarkText.optional(), seen: sha256.optional() })
  .refine((body) => body.remark === undefined || body.note === undefined || body.remark === body.note, {
    message: 'note and remark differ',
  });

export const decided = data(
  z.object({ id, note: z.string().nullable(), processTime: time.nullable(), state: taskState }),
);

const decisionHeaders = z.object({ 'idempotency-key': z.string().min(8).max(200).optional() });

const listParams = {
  ...page,
  /** JSON of the eds-pro_16 dialect; see `flowFilter` and `taskFilter`. */
  filter: z.string().max(2000).optional(),
  createAtFrom: timeParam.optional(),
  createAtTo: timeParam.optional(),
  keyword: keyword.optional(),
};

const createdBetween = z.tuple([givenTime.nullable(), givenTime.nullable()]);

/** The value that the count calls give for flows in `approving` or `waiting`. */
export const flowStateFilter = z.union([flowState, z.literal('awaiting_approval')]);

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

/** `details` may say what the type asks for; what it leaves out has a default. */
export const application = z
  .strictObject({
    type: applicationType,
    title: z.string().trim().min(1).max(200),
    description: z.string().trim().max(4000),
    files: z.array(id).max(50),
    details: flowDetails.optional(),
  })
  .superRefine(({ type, details = {} }, context) => {
    for (const key of Object.keys(details) as (keyof typeof details)[]) {
      if (detailKeys[type].includes(key)) continue;
      context.addIssue({ code: 'custom', path: ['details', key], message: `${type} has no ${key}` });
    }
  });

const applicationErrors = [
  'work.flow_type_not_found',
  'work.no_email',
  'work.approvers_invalid',
  'key.classification_not_found',
  'file.file_does_not_exist',
] as const;

const flowParams = z.strictObject({ tid: id, flowID: id });
const taskParams = z.strictObject({ tid: id, taskID: id });
const decisionErrors = [
  'work.task_state_error',
  'work.flow_state_error',
  'work.changed_since_seen',
  'work.task_not_found',
  'work.idempotency_key_reused',
] as const;

export const workflowCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/flow-types': {
    summary: 'The kinds of application that this tenant offers',
    access: 'tenant',
    params: tenantParams,
    answer: list(z.object({ id: z.int(), name: z.string(), type: applicationType })),
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/user-flows': {
    summary: "The person's own applications, the newest first; both dialects are taken",
    access: 'tenant',
    params: tenantParams,
    query: z.strictObject({
      ...listParams,
      state: flowStateFilter.optional(),
      type: applicationType.optional(),
    }),
    answer: list(flow),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/user-flows': {
    summary: 'Apply: create an application and submit it',
    access: 'tenant',
    params: tenantParams,
    headers: decisionHeaders,
    body: application,
    answer: data(flow),
    errors: [...applicationErrors, 'work.idempotency_key_reused'],
  },
  'GET /api/v1/tenants/{tid}/user-tasks': {
    summary: "The person's tasks, the newest first; both dialects are taken",
    access: 'tenant',
    params: tenantParams,
    query: z.strictObject({
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
  'GET /api/v1/tenants/{tid}/flows/{flowID}/process': {
    summary: 'The steps of an application with their tasks and outcomes',
    access: 'tenant',
    params: flowParams,
    answer: data(z.array(processStep)),
    errors: ['work.flow_not_found'],
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/approve': {
    summary: 'Approve a task',
    access: 'tenant',
    params: taskParams,
    headers: decisionHeaders,
    body: decision,
    answer: decided,
    errors: decisionErrors,
  },
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/reject': {
    summary: 'Reject a task',
    access: 'tenant',
    params: taskParams,
    headers: decisionHeaders,
    body: decision,
    answer: decided,
    errors: decisionErrors,
  },
});
