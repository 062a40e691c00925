import { z } from 'zod';
import { devicePlatform, listedDevice } from './accounts.calls.ts';
import { declareCalls } from './call.ts';
import { id, keyword, list, page, tenantParams, time, timeParam } from './common.schemas.ts';

export const adminDeviceCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/admin/devices': {
    summary:
      'The devices of all members whose account the tenant manages, by default those that are in use, the last used first. ' +
      '`keyword` is part of the name or id of a member or device',
    access: { right: 'org_managment' },
    home: 'host',
    params: tenantParams,
    query: z.strictObject({
      ...page,
      keyword: keyword.optional(),
      platform: devicePlatform.optional(),
      state: z.enum(['active', 'withdrawn', 'all']).default('active'),
      /** The last use; `from` is inclusive, `to` is exclusive. */
      seenFrom: timeParam.optional(),
      seenTo: timeParam.optional(),
      sort: z.enum(['lastSeenAt', '-lastSeenAt', 'createAt', '-createAt']).default('-lastSeenAt'),
    }),
    answer: list(
      z.object({
        ...listedDevice,
        /** The member to whose account the device belongs. */
        member: z.object({ fid: id, name: z.string() }),
        withdrawnAt: time.nullable(),
      }),
    ),
    errors: [],
  },
});
