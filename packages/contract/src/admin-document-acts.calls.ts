import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, person, tenantParams } from './common.schemas.ts';

const administration = { right: 'Administration/administration' } as const;

export const adminDocumentActCalls = declareCalls({
  'POST /api/v1/tenants/{tid}/admin/documents/{documentID}/actions/transfer': {
    summary: 'Transfer one registered document to another active member, who becomes owner and can open it',
    access: administration,
    home: 'host',
    params: z.strictObject({ tid: id, documentID: z.uuid() }),
    body: z.strictObject({ to: id }),
    answer: 'none',
    errors: ['key.document_not_found', 'login.user_not_found'],
  },
  'POST /api/v1/tenants/{tid}/admin/people/actions/find-names': {
    summary: 'The names of members, for ids in documents and audit records; unknown ids are left out',
    access: administration,
    home: 'host',
    params: tenantParams,
    body: z.strictObject({ fids: z.array(id).max(200) }),
    answer: data(z.array(person)),
    errors: [],
  },
});
