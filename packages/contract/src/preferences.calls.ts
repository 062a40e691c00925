import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, ifMatchHeader } from './common.schemas.ts';
import { entityTagFields } from './entity-tags.ts';

const maxPreferenceBytes = 65_536;

/** Any JSON by name. The service stores it as it is, so a client checks the form of what it reads. */
const preferences = z.record(z.string().min(1).max(200), z.unknown());

export const preferenceCalls = declareCalls({
  'GET /api/v1/account/preferences': {
    summary:
      'The preferences of the own account for the console and the app, such as columns and saved filters',
    home: 'host',
    access: 'account',
    answer: data(z.object({ version: z.int().meta({ description: '0: none stored' }), preferences })),
    entityTag: entityTagFields.preferences,
    errors: [],
  },
  'PUT /api/v1/account/preferences': {
    summary: 'Replace the preferences of the own account, at most 64 KiB of JSON',
    home: 'host',
    access: 'account',
    headers: ifMatchHeader,
    body: z.strictObject({
      preferences: preferences.refine(
        (values) => new TextEncoder().encode(JSON.stringify(values)).byteLength <= maxPreferenceBytes,
        'must be at most 64 KiB of JSON',
      ),
    }),
    answer: data(z.object({ version: z.int(), preferences })),
    entityTag: entityTagFields.preferences,
    errors: ['admin.changed_meanwhile'],
  },
});
