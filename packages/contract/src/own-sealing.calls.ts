import { limits } from '@sealflow/domain/limits';
import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, list, page, sha256, tenantParams, time } from './common.schemas.ts';
import { sealingContext } from './keys.calls.ts';

/** A class with what it obliges its readers to. */
const sealingClass = z.object({
  id,
  name: z.string(),
  isDefault: z.boolean(),
  watermark: z.boolean(),
  noDownload: z.boolean(),
  noCapture: z.boolean(),
  /** How long a reader's device opens it without asking again; null for a licence without an end. */
  leaseSeconds: z.int().nullable(),
  /** Opens in the phone app alone. */
  excludesBrowsers: z.boolean(),
});

const here = { home: 'host', access: 'tenant', params: tenantParams } as const;

/** How members protect files of their own, and what their devices ask of those they hold. The content never comes here. */
export const ownSealingCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/user-documents/classifications': {
    ...here,
    summary: 'The classes that the person may seal in, the lowest first: no higher than they read themselves',
    query: z.strictObject(page),
    answer: list(sealingClass),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/user-documents/actions/begin': {
    ...here,
    summary: 'Begin a document of one’s own: all that is written into it, and the ticket to register it by',
    body: z.strictObject({ classificationID: id }),
    answer: data(sealingContext.extend({ documentID: z.uuid(), ticket: z.string(), expireAt: time })),
    errors: ['key.classification_not_found'],
  },
  'POST /api/v1/tenants/{tid}/user-documents': {
    ...here,
    summary: 'Register a document that one sealed, and say who may open it; said again, it is the same',
    body: z.strictObject({
      ticket: z.string().max(4000),
      /** Plain bytes. */
      size: z.int().min(0),
      mimeType: z.string().max(200),
      manifestSha256: sha256,
      /** People of the tenant who may open it beside the owner. */
      recipients: z.array(id).max(limits.recipientsMost),
    }),
    answer: data(z.object({ documentID: z.uuid(), sealedBy: id, createAt: time })),
    errors: [
      'key.request_invalid',
      'key.document_exists',
      'key.classification_not_found',
      'login.user_not_found',
    ],
  },
  'POST /api/v1/tenants/{tid}/user-documents/actions/find-withdrawn': {
    ...here,
    summary: 'Which of these documents were withdrawn: a device gives up what it keeps of them',
    body: z.strictObject({ documentIDs: z.array(z.guid()).min(1).max(limits.list.most) }),
    answer: data(z.object({ documentIDs: z.array(z.guid()) })),
    errors: [],
  },
});
