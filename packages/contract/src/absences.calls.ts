import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, keyword, list, page, person, requestTime, tenantParams, time } from './common.schemas.ts';
import { applicationType, candidate } from './workflow.schemas.ts';

/** A period in which a deputy sees and decides the tasks of a person too. */
export const absence = z.object({
  id,
  person,
  deputy: person,
  from: time,
  /** Null for a period without an end. */
  until: time.nullable(),
  /** Null for all application types. */
  types: z.array(applicationType).nullable(),
  /** `coming`: the period has not begun. */
  state: z.enum(['coming', 'running', 'ended']),
  createAt: time,
  endAt: time.nullable(),
  /** `membership`: the membership of the person or of the deputy ended. */
  endReason: z.enum(['taken_back', 'elapsed', 'membership']).nullable(),
});

export const newAbsence = z.strictObject({
  deputy: id,
  /** Default: now. */
  from: requestTime.optional(),
  until: requestTime.nullable().default(null),
  types: z.array(applicationType).min(1).max(applicationType.options.length).nullable().default(null),
});

const administrators = { right: 'Administration/administration' } as const;
const absenceErrors = [
  'work.deputy_invalid',
  'work.absence_period_invalid',
  'work.absence_overlaps',
] as const;
const absenceParams = z.strictObject({ tid: id, absenceID: id });

/** Absences with deputies: the caller's own, and those of members for administrators. */
export const absenceCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/user-absences': {
    summary:
      "The caller's absences that have not ended, and those of people whose deputy the caller is; earliest first",
    access: 'tenant',
    params: tenantParams,
    answer: data(z.object({ own: z.array(absence), asDeputy: z.array(absence) })),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/user-absences': {
    summary: 'Name a deputy for a period, for all application types or some',
    access: 'tenant',
    params: tenantParams,
    body: newAbsence,
    answer: data(absence),
    errors: absenceErrors,
  },
  'POST /api/v1/tenants/{tid}/user-absences/{absenceID}/actions/end': {
    summary: 'End an own absence before its time, or withdraw one that has not begun',
    access: 'tenant',
    params: absenceParams,
    answer: data(absence),
    errors: ['work.absence_not_found'],
  },
  'GET /api/v1/tenants/{tid}/user-deputies': {
    summary: 'Colleagues whom the caller can name as deputy, by a part of the name',
    access: 'tenant',
    params: tenantParams,
    query: z.strictObject({ ...page, keyword: keyword.min(1) }),
    answer: list(candidate),
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/admin/absences': {
    summary: 'Absences, also those that have ended, of one member or of all; newest first',
    access: administrators,
    params: tenantParams,
    query: z.strictObject({ ...page, fid: id.optional() }),
    answer: list(absence),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/admin/absences': {
    summary: 'Name a deputy for a member; both are informed',
    access: administrators,
    params: tenantParams,
    body: newAbsence.extend({ fid: id }),
    answer: data(absence),
    errors: ['login.user_not_found', ...absenceErrors],
  },
  'POST /api/v1/tenants/{tid}/admin/absences/{absenceID}/actions/end': {
    summary: 'End the absence of a member before its time; both are informed',
    access: administrators,
    params: absenceParams,
    answer: data(absence),
    errors: ['work.absence_not_found'],
  },
});
