import { z } from 'zod';
import { declareCalls } from './call.ts';
import { id, list, page, tenantParams, time } from './common.schemas.ts';

export const failedChannel = z.enum(['mail', 'sms', 'push']);

const failure = z.object({
  failureID: id,
  channel: failedChannel,
  /** `code`: a verification code; `notice`: about a change of an account; `message`: a message of the app. */
  purpose: z.enum(['code', 'notice', 'message']),
  /** Why it failed, such as `mail.refused`. */
  code: z.string(),
  failedAt: time,
});

const query = z.strictObject({
  ...page,
  channel: failedChannel.optional(),
  /** How far back; older failures are deleted after 30 days. */
  days: z.coerce.number<number | string>().int().min(1).max(30).default(30),
});

/** Deliveries that failed for good. They name neither recipients nor addresses. */
export const adminDeliveryFailureCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/admin/delivery-failures': {
    summary:
      'Failed deliveries of messages of the tenant, and of codes and notices for the accounts that it manages, the newest first',
    access: { right: 'Administration/administration' },
    home: 'host',
    params: tenantParams,
    query,
    answer: list(failure),
    errors: [],
  },
  'GET /api/v1/admin/delivery-failures': {
    summary: 'Failed deliveries of all tenants, the newest first',
    access: 'operator',
    query: query.extend({ tid: id.optional() }),
    answer: list(failure.extend({ tid: id.nullable() })),
    errors: [],
  },
});
