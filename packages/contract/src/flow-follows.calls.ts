import { z } from 'zod';
import { declareCalls } from './call.ts';
import { id, list, page, tenantParams } from './common.schemas.ts';
import { flow } from './workflow.schemas.ts';

const params = z.strictObject({ tid: id, flowID: id });

/** Participants follow an application to get a notice of each new state. */
export const flowFollowCalls = declareCalls({
  'PUT /api/v1/tenants/{tid}/flows/{flowID}/follow': {
    summary: 'Follow an application that the caller takes part in; repeating it changes nothing',
    access: 'tenant',
    params,
    answer: 'none',
    errors: ['work.flow_not_found'],
  },
  'DELETE /api/v1/tenants/{tid}/flows/{flowID}/follow': {
    summary: 'End following an application; repeating it changes nothing',
    access: 'tenant',
    params,
    answer: 'none',
    errors: ['work.flow_not_found'],
  },
  'GET /api/v1/tenants/{tid}/user-followed-flows': {
    summary: 'The applications that the caller follows, the last followed first',
    access: 'tenant',
    params: tenantParams,
    query: z.strictObject(page),
    answer: list(flow),
    errors: [],
  },
});
