import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, offsetMinutes, tenantParams, time } from './common.schemas.ts';

const administration = 'Administration/administration';

const query = z.strictObject({ offsetMinutes });

/** One day of the last 30, oldest first, with its first millisecond. */
const day = { day: time };
/** Numbers that may be large are counted up to 100,000. */
const count = z.int();

export const adminOverviewCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/admin/overview': {
    summary:
      'What needs attention in a tenant, as numbers. `people` is null without the right to administer people, all others ' +
      'without the right to administer the tenant',
    access: { right: [administration, 'org_managment'] },
    home: 'host',
    params: tenantParams,
    query,
    answer: data(
      z.object({
        people: z
          .object({
            active: count,
            suspended: count,
            invited: count,
            ended: count,
            /** Accounts that the tenant manages. */
            lockedAccounts: count,
            closedAccounts: count,
            openInvitations: count,
            expiredInvitations: count,
          })
          .nullable(),
        documents: z.object({ total: count, withdrawn: count }).nullable(),
        /** The generation that seals new documents. */
        licenceKey: z.object({ generation: z.int(), createAt: time }).nullable(),
        days: z.array(z.object({ ...day, signIns: count, opened: count })).nullable(),
        /** Deliveries that failed for good within the last days, by channel. */
        failedDeliveries: z.object({ days: z.int(), mail: count, sms: count, push: count }).nullable(),
      }),
    ),
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/admin/flows-overview': {
    summary: 'The applications of a tenant as numbers',
    access: { right: administration },
    params: tenantParams,
    query,
    answer: data(
      z.object({
        inProgress: count,
        /** Applications whose files the service could not process. */
        failedProcessing: count,
        /** Applications whose mail could not be sent. */
        failedMails: count,
        waitingTasks: count,
        /** Applications with a task that has been open for a week. */
        longWaiting: count,
        /** When the oldest waiting task was opened. */
        oldestTaskAt: time.nullable(),
        overdueTasks: count,
        /** Applications with an overdue task. */
        overdueApplications: count,
        days: z.array(z.object({ ...day, applications: count })),
      }),
    ),
    errors: [],
  },
});
