import {
  applicationLimits,
  applicationTypeNames,
  detailKeys,
  flowStates,
  stepTypes,
  taskOutcomes,
  taskStates,
} from '@sealflow/domain/workflow';
import { z } from 'zod';
import { data, id, person, requestTime, sha256, time } from './common.schemas.ts';
import { flowProcess, stageNumber, unmetPredicate } from './process.schemas.ts';

/** The eleven application types (section 3). */
export const applicationType = z.enum(applicationTypeNames);

export const flowState = z.enum(flowStates);

export const taskState = z.enum(taskStates);

export const stepType = z.enum(stepTypes);

/** The result of a task: the texts of section 4, or the assignee's own decision. */
export const taskOutcome = z.enum(taskOutcomes);

const mailAddress = z.email().max(applicationLimits.address);
// The details are stored as jsonb, which can contain neither NUL nor lone surrogates.
/** Becomes a mail header, so it must be a single line. */
const subjectLine = z
  .string()
  .trim()
  .max(applicationLimits.subject)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);
const bodyText = z
  .string()
  .max(applicationLimits.body)
  .regex(/^[^\0\p{Cs}]*$/u);

/** The type-specific part of an application. `detailKeys` lists the keys of each type. */
export const flowDetails = z.strictObject({
  to: z.array(mailAddress).min(1).max(applicationLimits.recipients).optional(),
  subject: subjectLine.optional(),
  body: bodyText.optional(),
  email: mailAddress.optional(),
  classificationID: id.optional(),
  fids: z.array(id).min(1).max(applicationLimits.people).optional(),
  until: requestTime.nullable().optional(),
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
  /** Set while the application waits for its applicant to change it. Its state is `waiting`. */
  returned: z.literal(true).optional(),
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
  /** The absent person whose task it is, if the caller sees it as deputy. */
  deputyFor: person.optional(),
  flow,
});

export const processStep = z.object({
  id,
  stepType,
  state: z.enum(['pending', 'current', 'done', 'skipped']),
  mode: z.enum(['any_of', 'all_of']).nullable(),
  startAt: time.nullable(),
  endAt: time.nullable(),
  /** Of a stage that the application does not have because its condition did not hold. */
  skippedBecause: z.array(unmetPredicate).optional(),
  tasks: z.array(
    z.object({
      id,
      /** Null if the step had no eligible assignee. */
      assignee: person.nullable(),
      state: taskState,
      outcome: taskOutcome.nullable(),
      note: z.string().nullable(),
      createAt: time,
      processTime: time.nullable(),
      /** The deputy who processed the task in place of the assignee, for whom it counts. */
      decidedBy: person.optional(),
      /** Where the task returned the application: to the stage of this number from 0, or to the applicant (null). */
      returnedTo: z.object({ stage: z.int().nullable() }).optional(),
      /** Who got the task when it passed its deadline. */
      escalatedTo: person.optional(),
      /** The administrator who gave the task of an absent assignee to another person; `by` is null for an operator. */
      reassignment: z.object({ by: person.nullable(), to: person.nullable() }).optional(),
    }),
  ),
});

export const flowInfo = flow.extend({
  /** Includes the defaults for omitted values, because the approver decides on them too. */
  details: flowDetails,
  /** Of a draft: whom the applicant chose for stages that let the applicant choose. */
  chosenApprovers: z.array(z.object({ stage: z.int(), person })).optional(),
  /** Display names for the ids in the details. */
  detailNames: z.record(id, z.string()),
  /** The caller's own open task of this flow, else one that the caller has as deputy, if any. */
  myTask: z
    .object({
      id,
      nodeType: stepType,
      state: taskState,
      /** Whether `complete` is possible: the process allows it, and the task is an approval. */
      canComplete: z.boolean(),
      /** The absent person whose task it is, if the caller has it as deputy. */
      deputyFor: person.optional(),
      /** The earlier stages to which the task can return the application. Missing if it cannot return it, not even to the applicant. */
      returnStages: z.array(z.object({ stage: z.int(), people: z.array(person) })).optional(),
      /** When the assignee approved exactly this content, before the application was returned. */
      approvedUnchangedAt: time.optional(),
    })
    .nullable(),
  /** Set if the caller follows the application. */
  isFollowed: z.literal(true).optional(),
  /** The number of the submitted content; missing for the first. */
  version: z.int().min(2).optional(),
  /** Who returned the application to the applicant, who has not submitted it again yet. */
  returnedBy: z.object({ person, reason: z.string(), at: time }).optional(),
});

const remarkText = z.string().trim().max(1000);

/**
 * Fields of a decision: the remark under either of its two names (they must not differ), and the digest of what was
 * seen.
 */
const decisionFields = {
  remark: remarkText.optional(),
  note: remarkText.optional(),
  seen: sha256.optional(),
};

const hasOneRemark = ({ note, remark }: { note?: unknown; remark?: unknown }): boolean =>
  remark === undefined || note === undefined || remark === note;
const remarkConflict = { message: 'note and remark differ' };

export const decisionOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ ...shape, ...decisionFields }).refine(hasOneRemark, remarkConflict);

export const decision = decisionOf({});
/** For the calls of section 7 of the specification: unknown keys are ignored. */
export const specifiedDecision = z.object(decisionFields).refine(hasOneRemark, remarkConflict);
export const addedApproval = decisionOf({ approvers: z.array(id).min(1).max(20) });
export const taskTransfer = decisionOf({ assignee: id });

const outcome = { id, note: z.string().nullable(), processTime: time.nullable() };
/** The resulting state of a task. */
export const decisionResult = data(z.object({ ...outcome, state: taskState }));
/** The resulting state of a flow, and when it was processed. */
export const flowActionResult = data(z.object({ ...outcome, state: flowState }));

export const decisionHeaders = z.object({ 'idempotency-key': z.string().min(8).max(200).optional() });

/** The same decision for several tasks; each task succeeds or fails on its own. */
export const bulkDecision = z
  .strictObject({
    tasks: z
      .array(z.strictObject({ taskID: id, seen: sha256.optional() }))
      .min(1)
      .max(100),
    remark: remarkText.optional(),
    note: remarkText.optional(),
  })
  .refine((body) => body.remark === undefined || body.note === undefined || body.remark === body.note, {
    message: 'note and remark differ',
  })
  .refine(({ tasks }) => new Set(tasks.map(({ taskID }) => taskID)).size === tasks.length, {
    path: ['tasks'],
    message: 'a task is named twice',
  });

/** In request order. A rejected task has the `code` and `message` of its single call. */
export const bulkDecisionResult = data(
  z.array(
    z.object({
      ...outcome,
      ok: z.boolean(),
      state: taskState.nullable(),
      code: z.string().nullable(),
      message: z.string().nullable(),
    }),
  ),
);

export const applicationShape = {
  type: applicationType,
  title: z.string().trim().min(1).max(applicationLimits.title),
  description: z.string().trim().max(applicationLimits.description),
  files: z.array(id).max(applicationLimits.files),
  details: flowDetails.optional(),
  /** Whom the applicant chooses for stages, from 1, of the type that let the applicant choose. */
  chosenApprovers: z
    .array(z.strictObject({ stage: stageNumber, fid: id }))
    .max(10)
    .optional(),
};

function rejectForeignDetails(
  { type, details = {} }: { type: z.output<typeof applicationType>; details?: object | undefined },
  context: z.RefinementCtx,
): void {
  for (const key of Object.keys(details)) {
    if (detailKeys[type].some((own) => own === key)) continue;
    context.addIssue({ code: 'custom', path: ['details', key], message: `${type} has no ${key}` });
  }
}

/** `details` may contain only keys of the type; omitted ones have defaults. */
export const application = z.strictObject(applicationShape).superRefine(rejectForeignDetails);

export const newApplication = z
  .strictObject({
    ...applicationShape,
    /** `false` saves a draft in state `new`, which only its applicant can see. */
    submit: z.boolean().default(true),
  })
  .superRefine(rejectForeignDetails);

export const flowTypeSetting = z.object({
  id: z.int(),
  type: applicationType,
  name: z.string(),
  /** Whether people can apply for it. Existing applications continue otherwise. */
  enabled: z.boolean(),
  process: flowProcess.extend({ delivery: z.enum(['download', 'email', 'none']) }),
  /** Names of the people whose ids the process contains. */
  people: z.array(person.extend({ isActive: z.boolean() })),
});

/** A person to whom a task can be assigned. */
export const candidate = person.extend({ org: z.object({ orgID: id, name: z.string() }).nullable() });

/** A classification that documents can be moved to. */
export const classificationChoice = z.object({ id, name: z.string(), isDefault: z.boolean() });
