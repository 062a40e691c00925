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
import { data, givenTime, id, person, sha256, time } from './common.schemas.ts';

/** The eleven kinds of application (section 3). */
export const applicationType = z.enum(applicationTypeNames);

export const flowState = z.enum(flowStates);

export const taskState = z.enum(taskStates);

export const stepType = z.enum(stepTypes);

/** How a task ended: the texts of section 4, and the person's own decision. */
export const taskOutcome = z.enum(taskOutcomes);

const mailAddress = z.email().max(applicationLimits.address);
// The details lie as JSON, where neither a zero nor half a character can stand.
/** Goes into a header of a mail: one line. */
const subjectLine = z
  .string()
  .trim()
  .max(applicationLimits.subject)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);
const bodyText = z
  .string()
  .max(applicationLimits.body)
  .regex(/^[^\0\p{Cs}]*$/u);

/** What an application says beside title, description and files; each type has some of the keys (`detailKeys`). */
export const flowDetails = z.strictObject({
  to: z.array(mailAddress).min(1).max(applicationLimits.recipients).optional(),
  subject: subjectLine.optional(),
  body: bodyText.optional(),
  email: mailAddress.optional(),
  classificationID: id.optional(),
  fids: z.array(id).min(1).max(applicationLimits.people).optional(),
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
  myTask: z
    .object({
      id,
      nodeType: stepType,
      state: taskState,
      /** Whether `complete` would be taken: the process allows it, and this task approves. */
      canComplete: z.boolean(),
    })
    .nullable(),
});

const remarkText = z.string().trim().max(1000);

/** What a decision says: either name of the same remark (both and different is a fault), and what was seen. */
const decisionFields = {
  remark: remarkText.optional(),
  note: remarkText.optional(),
  seen: sha256.optional(),
};

const hasOneRemark = ({ note, remark }: { note?: unknown; remark?: unknown }): boolean =>
  remark === undefined || note === undefined || remark === note;
const twoRemarks = { message: 'note and remark differ' };

const decisionOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ ...shape, ...decisionFields }).refine(hasOneRemark, twoRemarks);

export const decision = decisionOf({});
/** Of the calls that section 7 of the specification has: unknown keys are ignored. */
export const specifiedDecision = z.object(decisionFields).refine(hasOneRemark, twoRemarks);
export const addedApproval = decisionOf({ approvers: z.array(id).min(1).max(20) });
export const taskTransfer = decisionOf({ assignee: id });

const outcome = { id, note: z.string().nullable(), processTime: time.nullable() };
/** What became of a task. */
export const decided = data(z.object({ ...outcome, state: taskState }));
/** What became of a flow: `processTime` is when it was done. */
export const flowActed = data(z.object({ ...outcome, state: flowState }));

export const decisionHeaders = z.object({ 'idempotency-key': z.string().min(8).max(200).optional() });

/** Several tasks under one verdict; each is decided for itself. */
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

/** In the order asked. Of a refused task `code` and `message` are those that its own call would have failed with. */
export const bulkDecided = data(
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

const applicationShape = {
  type: applicationType,
  title: z.string().trim().min(1).max(applicationLimits.title),
  description: z.string().trim().max(applicationLimits.description),
  files: z.array(id).max(applicationLimits.files),
  details: flowDetails.optional(),
};

function refuseForeignDetails(
  { type, details = {} }: { type: z.output<typeof applicationType>; details?: object | undefined },
  context: z.RefinementCtx,
): void {
  for (const key of Object.keys(details)) {
    if (detailKeys[type].some((own) => own === key)) continue;
    context.addIssue({ code: 'custom', path: ['details', key], message: `${type} has no ${key}` });
  }
}

/** `details` may say what the type asks for; what it leaves out has a default. */
export const application = z.strictObject(applicationShape).superRefine(refuseForeignDetails);

export const newApplication = z
  .strictObject({
    ...applicationShape,
    /** `false` keeps it as a draft in state `new`, for its applicant alone. */
    submit: z.boolean().default(true),
  })
  .superRefine(refuseForeignDetails);

const people = z.array(id).max(50);

/** What happens between an application of a type and its end; its delivery is the type's own. */
export const flowProcess = z.strictObject({
  stages: z
    .array(z.strictObject({ rule: z.enum(['any_of', 'all_of']), approvers: people.min(1) }))
    .min(1)
    .max(10),
  /** Who is told once the approval is through. */
  cc: people.default([]),
  /** The service does it by itself, or one of the executors sets it going; null where nothing is processed. */
  fileProcess: z.union([
    z.strictObject({ by: z.literal('service') }),
    z.strictObject({ by: z.literal('executors'), executors: people.min(1) }),
    z.null(),
  ]),
  /** Whether an approver may end the approval at once, leaving out the stages that remain. */
  directComplete: z.boolean().default(false),
  /** Milliseconds that an approval or file-processing task may stay open, a minute to a year; null: for ever. */
  taskTimeLimit: z.int().min(60_000).max(31_536_000_000).nullable().default(null),
});

export const flowTypeSetting = z.object({
  id: z.int(),
  type: applicationType,
  name: z.string(),
  /** Whether people may apply for it; applications under way go on where they may not. */
  enabled: z.boolean(),
  process: flowProcess.extend({ delivery: z.enum(['download', 'email', 'none']) }),
  /** The names of those whom the process names by their ids. */
  people: z.array(person.extend({ isActive: z.boolean() })),
});

/** A person whom a task can be handed to. */
export const candidate = person.extend({ org: z.object({ orgID: id, name: z.string() }).nullable() });

/** A class that documents can be put into. */
export const classificationChoice = z.object({ id, name: z.string(), isDefault: z.boolean() });
