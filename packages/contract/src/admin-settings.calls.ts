import { z } from 'zod';
import { displayName } from './admin.schemas.ts';
import { declareCalls } from './call.ts';
import {
  applicationDays,
  data,
  exactPagesMode,
  ifMatchHeader,
  messageDays,
  printingMaxLevel,
  tenantParams,
} from './common.schemas.ts';
import { entityTagFields } from './entity-tags.ts';

const secondFactor = z.enum(['none', 'new_devices', 'always']);

/** Settings of an organisation that its administrators change. */
const ownSettings = {
  name: displayName,
  /** A data URL, which the app shows. Clients load no image from another address. */
  logo: z
    .string()
    .regex(/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/)
    .max(64 * 1024)
    .nullable(),
  secondFactor,
  otherClientsAllowed: z.boolean(),
  exactPages: exactPagesMode,
  /** Whether the service converts documents to PDF for devices that cannot, and so sees their content. */
  renditions: z.boolean(),
  /** Whether the app indexes the text of documents on the device, so that its search finds them by their content. */
  fullTextSearch: z.boolean(),
  printingMaxLevel,
  /** Whether administrators see the waiting time of each person. */
  insightOnPeople: z.boolean(),
  messageDays,
  applicationDays,
  /** Whether ended applications are archived before they are deleted. */
  archiveApplications: z.boolean(),
};

const count = (description: string) => z.int().meta({ description });

const organisationSettings = z.object({
  name: z.string(),
  logo: z.string().nullable(),
  secondFactor,
  otherClientsAllowed: z.boolean(),
  exactPages: exactPagesMode,
  renditions: z.boolean(),
  fullTextSearch: z.boolean(),
  printingMaxLevel,
  insightOnPeople: z.boolean(),
  messageDays,
  applicationDays,
  archiveApplications: z.boolean(),
  /** Settings that only an operator changes. */
  operated: z.object({
    namespace: z.string().nullable(),
    serviceVersion: z.string(),
    serviceAPI: z.string().nullable(),
    isLocal: z.boolean(),
    key: z.string(),
  }),
  /** Settings of the whole deployment. */
  deployment: z.object({
    passwordRules: z.enum(['specification', 'length']),
    sessionDays: z.int().nullable().meta({ description: 'null: unlimited' }),
    membership: z.enum(['invitation', 'direct']),
    quotaBytes: z.object({
      person: z.int().nullable().meta({ description: 'null: unlimited' }),
      tenant: z.int().nullable().meta({ description: 'null: unlimited' }),
    }),
    refusedFileTypes: z.array(z.string()),
    agreements: z.enum(['built_in', 'custom']),
    codeChannels: z.array(z.enum(['sms', 'email'])),
    /** The longest times for which the deployment keeps content; no organisation can exceed them. */
    retentionDays: z.object({
      messages: z.int().nullable().meta({ description: 'null: unlimited' }),
      applications: z.int().nullable().meta({ description: 'null: unlimited' }),
    }),
  }),
  /** What a change would affect. */
  affects: z.object({
    members: count('Active members'),
    withoutContact: count(
      'Active members without a verified contact: a required second factor locks them out',
    ),
  }),
});

const administration = { right: 'Administration/administration' } as const;

export const adminSettingsCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/admin/settings': {
    summary: 'The settings of the organisation, those of the deployment, and what a change would affect',
    home: 'host',
    access: administration,
    params: tenantParams,
    answer: data(organisationSettings),
    entityTag: entityTagFields.settings,
    errors: ['admin.tenant_not_found'],
  },
  'PUT /api/v1/tenants/{tid}/admin/settings': {
    summary: 'Change settings of the organisation; omitted fields stay unchanged',
    home: 'host',
    access: administration,
    params: tenantParams,
    headers: ifMatchHeader,
    body: z.strictObject(ownSettings).partial(),
    answer: data(organisationSettings),
    entityTag: entityTagFields.settings,
    errors: ['admin.changed_meanwhile', 'admin.retention_too_long', 'admin.tenant_not_found'],
  },
});
