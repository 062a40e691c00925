import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, list, offsetMinutes, page, tenantParams, time } from './common.schemas.ts';
import { applicationType } from './workflow.schemas.ts';

const administrators = { right: 'Administration/administration' } as const;

/** The period begins at midnight of its first day, by the offset from UTC, and ends now. Today is its last day. */
const period = {
  days: z
    .enum(['30', '90', '365'])
    .default('30')
    .meta({ description: 'Length of the period in days, today included' }),
  offsetMinutes,
};

const count = z.int();
const milliseconds = z.int().meta({ description: 'Milliseconds' });
/** A median or percentile in milliseconds; null without a value, or where it would rest on too few. */
const typicalTime = z.int().nullable().meta({ description: 'Milliseconds; null without a value' });

const stageInsight = z.object({
  step: z.enum(['approve', 'file_process']),
  /** The number of the stage in the application type, from 0; null for file processing. */
  stage: z.int().nullable(),
  /** How often the stage ended in the period. A return makes an application pass a stage again. */
  passes: count,
  /** From the first task of a stage to its end. */
  median: typicalTime,
  total: milliseconds,
  /** The part of this stage in the waiting time of all stages, from 0 to 1. */
  share: z.number().min(0).max(1),
  /** Applications that wait in this stage now. */
  waiting: count,
  /** Tasks that passed their deadline. */
  overdue: count,
  /** Overdue tasks that went to another person. */
  escalated: count,
});

const typeInsight = z.object({
  type: applicationType,
  name: z.string(),
  /** Applications that are in progress now. */
  open: count,
  /** Applications that ended in the period with a result: finished or rejected. */
  finished: count,
  /** Those of them that were rejected. */
  rejected: count,
  /** Canceled in the period, by the applicant or an administrator. */
  canceled: count,
  /** Ended in the period without a result, such as by a deadline. */
  terminated: count,
  /** From the application to its result. */
  median: typicalTime,
  percentile90: typicalTime,
  /** How often applications came back from their applicants in the period, and how long they were there. */
  returned: z.object({ count, median: typicalTime }),
  /** When the present stages were published; null if they have never changed. */
  stagesSince: time.nullable(),
  /** The present stages, in the order of the process. Only applications that were submitted since their publication count. */
  stages: z.array(stageInsight),
  /** The index in `stages` of the one with the largest share; null without waiting time. */
  bottleneck: z.int().nullable(),
  /** Applications and tasks in stages that the type had earlier. */
  earlierStages: z.object({ waiting: count, overdue: count, escalated: count }),
});

const personFigures = {
  /** Tasks that wait for the person now. */
  open: count,
  /** When the oldest of them was assigned. */
  oldestAt: time.nullable(),
  /** Tasks that the person decided in the period, as a deputy too. */
  decided: count,
  /** The waiting time of these tasks, without the absences of the person and the time before a deputyship. */
  median: typicalTime,
};

const personSorts = ['name', 'open', 'oldestAt', 'decided', 'median'] as const;

export const insightCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/admin/insight/types': {
    summary: 'How long applications of each type take and wait, and in which stage they wait the longest',
    access: administrators,
    params: tenantParams,
    query: z.strictObject(period),
    answer: data(z.object({ from: time, until: time, types: z.array(typeInsight) })),
    errors: ['work.insight_timeout'],
  },
  'GET /api/v1/tenants/{tid}/admin/insight/people': {
    summary:
      'Tasks and waiting time of each person, where the organisation allows it; each reading is audited. ' +
      'A person with fewer than five decided tasks has no median',
    access: administrators,
    params: tenantParams,
    query: z.strictObject({
      ...period,
      ...page,
      sort: z.enum(personSorts.flatMap((sort) => [sort, `-${sort}`] as const)).default('-open'),
    }),
    answer: list(z.object({ fid: id, name: z.string(), ...personFigures })),
    errors: ['work.insight_on_people_off', 'work.insight_timeout'],
  },
  'GET /api/v1/tenants/{tid}/user-insight': {
    summary: 'Tasks and waiting time of the caller',
    access: 'tenant',
    params: tenantParams,
    query: z.strictObject(period),
    answer: data(
      z.object({
        ...personFigures,
        from: time,
        until: time,
        isShownToAdministrators: z
          .boolean()
          .meta({ description: 'Whether the organisation shows the figures of people to administrators' }),
      }),
    ),
    errors: ['work.insight_timeout'],
  },
});
