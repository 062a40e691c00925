import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, email, id, mobileNo, time } from './common.schemas.ts';

/** Where the settings come from. Those of the environment cannot be changed by a call. */
const source = z.enum(['environment', 'stored', 'none']);
/** Who stored the settings, and when; null unless they are stored. */
const change = { updatedAt: time.nullable(), updatedBy: id.nullable() };

const host = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9.:[\]-]{1,253}$/);
const mailServer = {
  host,
  port: z.int().min(1).max(65_535),
  /** `implicit`: TLS from the start; `starttls`: TLS if the server offers it, and always with a password. */
  tls: z.enum(['implicit', 'starttls']),
  username: z.string().trim().min(1).max(254).nullable(),
  /** The sender, such as `Sealflow <noreply@example.com>`. */
  from: z.string().trim().min(3).max(320),
};

const mailState = z.object({
  source,
  ...change,
  server: z
    .object({
      host: z.string(),
      port: z.int(),
      tls: mailServer.tls,
      username: z.string().nullable(),
      from: z.string(),
      hasPassword: z.boolean(),
    })
    .nullable(),
});

const smsState = z.object({
  source,
  ...change,
  gateway: z.object({ url: z.string(), hasToken: z.boolean() }).nullable(),
});

const settingErrors = ['admin.delivery_settings_invalid', 'admin.delivery_from_environment'] as const;
const sendErrors = ['admin.delivery_not_configured', 'admin.delivery_failed'] as const;

const masterKeyState = z.object({
  /** `generated`: in the file that the service created; `file` and `environment`: as configured. */
  source: z.enum(['generated', 'file', 'environment']),
  /** Identifies the key without revealing anything about it. */
  masterKeyID: z.string(),
  /** The path of the key on the node that answers; null for a key of the environment. */
  path: z.string().nullable(),
  /** When an operator confirmed that a copy is stored apart from the data; null until then. */
  confirmedAt: time.nullable(),
  confirmedBy: id.nullable(),
});

export const adminDeploymentCalls = declareCalls({
  'GET /api/v1/admin/deployment/delivery': {
    summary: 'The settings of mail and text messages, without their secrets',
    access: 'operator',
    answer: data(z.object({ mail: mailState, sms: smsState })),
    errors: [],
  },
  'PUT /api/v1/admin/deployment/mail': {
    summary: 'Set the mail server of every node; without `password` the stored one remains',
    access: 'operator',
    body: z.strictObject({ ...mailServer, password: z.string().min(1).max(256).nullable().optional() }),
    answer: data(mailState),
    errors: settingErrors,
  },
  'DELETE /api/v1/admin/deployment/mail': {
    summary: 'Delete the stored settings of the mail server',
    access: 'operator',
    answer: data(mailState),
    errors: ['admin.delivery_from_environment'],
  },
  'PUT /api/v1/admin/deployment/sms': {
    summary: 'Set the SMS gateway of every node; without `token` the stored one remains',
    access: 'operator',
    body: z.strictObject({
      url: z.string().trim().min(1).max(1000),
      token: z.string().min(1).max(1000).nullable().optional(),
    }),
    answer: data(smsState),
    errors: settingErrors,
  },
  'DELETE /api/v1/admin/deployment/sms': {
    summary: 'Delete the stored settings of the SMS gateway',
    access: 'operator',
    answer: data(smsState),
    errors: ['admin.delivery_from_environment'],
  },
  'POST /api/v1/admin/deployment/actions/test-mail': {
    summary: 'Send a test mail',
    access: 'operator',
    body: z.strictObject({ to: email }),
    answer: 'none',
    errors: sendErrors,
  },
  'POST /api/v1/admin/deployment/actions/test-sms': {
    summary: 'Send a test text message',
    access: 'operator',
    body: z.strictObject({ to: mobileNo }),
    answer: 'none',
    errors: sendErrors,
  },
  'GET /api/v1/admin/deployment/master-key': {
    summary: 'Where the master key is, and whether a copy of it is confirmed',
    access: 'operator',
    answer: data(masterKeyState),
    errors: [],
  },
  'POST /api/v1/admin/deployment/master-key/actions/confirm-copy': {
    summary: 'Confirm that a copy of the master key is stored apart from the data',
    access: 'operator',
    answer: data(masterKeyState),
    errors: [],
  },
});
