import { applicationLimits, asksByRule } from '@sealflow/domain/workflow';
import { z } from 'zod';
import { id } from './common.schemas.ts';

/** The position of a stage in the process of its type, from 1. */
export const stageNumber = z.int().min(1).max(10);

/** Why a stage was skipped: a predicate that did not hold, with the names of what it refers to. */
export const unmetPredicate = z.object({
  fact: z.enum(['classification', 'department', 'file_count', 'total_size', 'outside_recipients']),
  is: z.enum(['one_of', 'none_of', 'at_least', 'at_most', 'some', 'none']),
  /** A count, or bytes. */
  value: z.int().optional(),
  names: z.array(z.string()).optional(),
});

const people = z.array(id).max(50);

const ids = z.array(id).min(1).max(50);

/** One condition on an application. */
export const predicate = z.discriminatedUnion('fact', [
  z.strictObject({ fact: z.literal('classification'), is: z.enum(['one_of', 'none_of']), ids }),
  z.strictObject({ fact: z.literal('department'), is: z.enum(['one_of', 'none_of']), ids }),
  z.strictObject({
    fact: z.literal('file_count'),
    is: z.enum(['at_least', 'at_most']),
    value: z.int().min(0).max(applicationLimits.files),
  }),
  z.strictObject({
    fact: z.literal('total_size'),
    is: z.enum(['at_least', 'at_most']),
    /** Bytes. */
    value: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  }),
  z.strictObject({ fact: z.literal('outside_recipients'), is: z.enum(['some', 'none']) }),
]);

/** When a stage applies: if all of its predicates hold, or any of them. */
export const stageCondition = z.strictObject({
  match: z.enum(['all_of', 'any_of']),
  of: z.array(predicate).min(1).max(10),
});

/**
 * A stage of an application type. Its rules find people beside the approvers that it names, when an application is submitted:
 * the head of the applicant's department or the one above, owners of documents, holders of roles, or whom the applicant chooses.
 */
export const designedStage = z.strictObject({
  rule: z.enum(['any_of', 'all_of']),
  approvers: people,
  departmentHead: z.boolean().optional(),
  headAbove: z.boolean().optional(),
  documentOwner: z.boolean().optional(),
  roles: z.array(id).max(10).optional(),
  applicantChoice: z.strictObject({ roleID: id.optional(), orgID: id.optional() }).optional(),
  when: stageCondition.optional(),
});

/** How often a task is escalated before the application ends. */
const escalations = z.int().min(1).max(3);

/** The process of an application type. The type determines the delivery. */
export const flowProcess = z.strictObject({
  stages: z
    .array(
      designedStage.refine((stage) => stage.approvers.length > 0 || asksByRule(stage), {
        path: ['approvers'],
      }),
    )
    .min(1)
    .max(10),
  /** Notified after the approval. */
  cc: people.default([]),
  /** Started by the service, or by one of the executors; null without processing. */
  fileProcess: z.union([
    z.strictObject({ by: z.literal('service') }),
    z.strictObject({ by: z.literal('executors'), executors: people.min(1) }),
    z.null(),
  ]),
  /** Whether an approver may skip the remaining stages. */
  directComplete: z.boolean().default(false),
  /** Deadline of approval and file-processing tasks, one minute to one year; null for none. */
  taskTimeLimit: z.int().min(60_000).max(31_536_000_000).nullable().default(null),
  /** What happens when a task passes its deadline; missing if the application ends. */
  escalation: z
    .discriminatedUnion('to', [
      z.strictObject({ to: z.literal('department_head'), times: escalations }),
      z.strictObject({ to: z.literal('head_above'), times: escalations }),
      z.strictObject({ to: z.literal('people'), people: people.min(1), times: escalations }),
    ])
    .optional(),
  /** Who decides where the rules of a stage find nobody; without them the application is refused. */
  fallback: people.optional(),
});
