import { z } from 'zod';
import { declareCalls } from './call.ts';
import { id } from './common.schemas.ts';

export const adminCalls = declareCalls({
  'GET /api/v1/admin/demo': {
    summary: 'The demo tenants and accounts, with their initial passwords',
    access: 'operator',
    answer: z.object({
      tenants: z.array(z.object({ id, name: z.string(), serviceVersion: z.string(), key: z.string() })),
      accounts: z.array(
        z.object({
          role: z.string(),
          username: z.string(),
          password: z.string(),
          aid: id,
          tenants: z.array(id),
        }),
      ),
    }),
    errors: ['app.no_demo'],
  },
});
