import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id } from './common.schemas.ts';

export const renditionCalls = declareCalls({
  'POST /api/v1/tenants/{tid}/files/{uri}/actions/render': {
    summary:
      'Ask for a PDF of an office document, which the service makes; a repeated request returns its state',
    access: 'tenant',
    params: z.strictObject({ tid: id, uri: id }),
    answer: data(
      z.object({
        state: z.enum(['preparing', 'ready', 'failed']),
        /** Of the PDF in the file service, sealed as the same document; null until it is ready. */
        uri: id.nullable(),
        /** The error code of a failure. */
        reason: z.string().nullable(),
      }),
    ),
    errors: ['file.renditions_off', 'file.file_does_not_exist'],
  },
});
