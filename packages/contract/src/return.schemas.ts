import { z } from 'zod';
import { id, time } from './common.schemas.ts';
import { applicationShape, decisionOf, flowDetails, flowFile } from './workflow.schemas.ts';

/** A return: `stage` is the number of an earlier stage, from 0; without it the applicant gets the application. */
export const returnDecision = decisionOf({ stage: z.int().min(0).max(100).optional() }).refine(
  ({ note, remark }) => Boolean(remark ?? note),
  { path: ['note'], message: 'a return needs a reason' },
);

const { type: _, ...changeable } = applicationShape;
/** The content of a returned application that its applicant submits again. Its type stays. */
export const changedApplication = decisionOf(changeable);

/** A submitted content of an application. */
export const flowVersion = z.object({
  /** From 1. */
  version: z.int().min(1),
  submitAt: time,
  /** What the applicant said about the changes. */
  note: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  details: flowDetails,
  detailNames: z.record(id, z.string()),
  files: z.array(flowFile),
  /** Whether the caller has decided on this content. */
  isDecided: z.boolean(),
});
