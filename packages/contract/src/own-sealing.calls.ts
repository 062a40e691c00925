import { limits } from '@sealflow/domain/limits';
import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, list, page, requestTime, sha256, tenantParams, time } from './common.schemas.ts';
import { sealingContext } from './keys.calls.ts';

/** A classification with its obligations for readers. */
const sealingClass = z.object({
  id,
  name: z.string(),
  isDefault: z.boolean(),
  watermark: z.boolean(),
  noDownload: z.boolean(),
  noCapture: z.boolean(),
  /** How long a reader's device can open it without contacting the service; null for unlimited. */
  leaseSeconds: z.int().nullable(),
  /** Opens only in the phone app. */
  excludesBrowsers: z.boolean(),
});

const hostTenantCall = { home: 'host', access: 'tenant', params: tenantParams } as const;

/**
 * Calls with which members protect their own files, and devices check the files they store. The content is never
 * uploaded.
 */
export const ownSealingCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/user-documents/classifications': {
    ...hostTenantCall,
    summary: 'The classifications that the caller may seal with, up to their own clearance, lowest first',
    query: z.strictObject(page),
    answer: list(sealingClass),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/user-documents/actions/begin': {
    ...hostTenantCall,
    summary: 'Start sealing an own document: the data to write into it, and a ticket to register it',
    body: z.strictObject({ classificationID: id }),
    answer: data(sealingContext.extend({ documentID: z.uuid(), ticket: z.string(), expireAt: time })),
    errors: ['key.classification_not_found'],
  },
  'POST /api/v1/tenants/{tid}/user-documents': {
    ...hostTenantCall,
    summary: 'Register an own sealed document with the people who may open it; idempotent',
    body: z.strictObject({
      ticket: z.string().max(4000),
      /** Size of the plaintext. */
      size: z.int().min(0),
      mimeType: z.string().max(200),
      manifestSha256: sha256,
      /** Members who may open it in addition to the owner. */
      recipients: z.array(id).max(limits.maxRecipients),
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
    ...hostTenantCall,
    summary: 'Which of these documents are withdrawn, so that the device deletes its copies',
    body: z.strictObject({ documentIDs: z.array(z.guid()).min(1).max(limits.list.maxPageSize) }),
    answer: data(z.object({ documentIDs: z.array(z.guid()) })),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/user-documents/{documentID}/actions/print': {
    ...hostTenantCall,
    summary: 'Record that the caller prints pages of a document, before they are printed',
    params: z.strictObject({ tid: id, documentID: z.guid() }),
    body: z.strictObject({
      /** Number of pages that are printed. */
      pages: z.int().min(1).max(limits.maxPrintedPages),
      /** When the use licence was issued that allows it. */
      licenceIssuedAt: requestTime,
    }),
    answer: 'none',
    errors: ['key.printing_not_allowed'],
  },
});
