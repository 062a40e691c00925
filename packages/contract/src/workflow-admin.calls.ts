import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, keyword, list, page, tenantParams } from './common.schemas.ts';
import {
  applicationType,
  flow,
  flowFile,
  flowInfo,
  flowProcess,
  flowState,
  flowTypeSetting,
  processStep,
} from './workflow.schemas.ts';

const administrators = { right: 'Administration/administration' } as const;
const typeParams = z.strictObject({ tid: id, type: applicationType });

/** Application types of a tenant with their processes, and all its applications, for administrators. */
export const workflowAdminCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/admin/flow-types': {
    summary: 'All application types with their processes, including those not offered',
    access: administrators,
    params: tenantParams,
    answer: list(flowTypeSetting),
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/admin/flow-types/{type}': {
    summary: 'One application type with its process',
    access: administrators,
    params: typeParams,
    answer: data(flowTypeSetting),
    errors: ['work.flow_type_not_found'],
  },
  'PUT /api/v1/tenants/{tid}/admin/flow-types/{type}': {
    summary: 'Offer or change an application type; running applications keep their process',
    access: administrators,
    params: typeParams,
    body: z.strictObject({ name: z.string().trim().min(1).max(100), process: flowProcess }),
    answer: data(flowTypeSetting),
    errors: ['work.approvers_invalid', 'work.process_does_not_fit'],
  },
  'DELETE /api/v1/tenants/{tid}/admin/flow-types/{type}': {
    summary: 'Stop offering an application type; running applications continue',
    access: administrators,
    params: typeParams,
    answer: 'none',
    errors: ['work.flow_type_not_found'],
  },
  'GET /api/v1/tenants/{tid}/admin/flows': {
    summary: 'All applications of a tenant except drafts, newest first',
    access: administrators,
    params: tenantParams,
    query: z.strictObject({
      ...page,
      state: flowState.exclude(['new']).optional(),
      type: applicationType.optional(),
      applicant: id.optional(),
      keyword: keyword.optional(),
    }),
    answer: list(flow),
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/admin/flows/{flowID}': {
    summary: 'One application with its steps and files, as its participants see it',
    access: administrators,
    params: z.strictObject({ tid: id, flowID: id }),
    answer: data(
      flowInfo.omit({ myTask: true }).extend({ process: z.array(processStep), files: z.array(flowFile) }),
    ),
    errors: ['work.flow_not_found'],
  },
});
