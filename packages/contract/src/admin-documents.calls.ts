import { z } from 'zod';
import { customID, displayName } from './admin.schemas.ts';
import { bulkResult } from './admin-members-bulk.calls.ts';
import { declareCalls } from './call.ts';
import { data, id, ifMatchHeader, list, page, person, sha256, tenantParams, time } from './common.schemas.ts';
import { entityTagFields } from './entity-tags.ts';

const administration = { right: 'Administration/administration' } as const;
const classParams = z.strictObject({ tid: id, classificationID: id });
const memberParams = z.strictObject({ tid: id, fid: id });
const documentParams = z.strictObject({ tid: id, documentID: z.uuid() });

const terms = {
  name: displayName,
  /** Members can read documents of classes at or below their clearance. */
  level: z.int().min(0).max(1000),
  watermark: z.boolean(),
  noDownload: z.boolean(),
  noCapture: z.boolean(),
  /** Lifetime of a use licence; null for unlimited. */
  leaseSeconds: z.int().min(60).max(31_536_000).nullable(),
  excludesBrowsers: z.boolean(),
};

export const classification = z.object({ id, ...terms, name: z.string(), isDefault: z.boolean() });

const licenceKeyGeneration = z.object({
  generation: z.int(),
  createAt: time,
  withdrawnAt: time.nullable(),
  /** Whether new documents use it. */
  current: z.boolean(),
  /** Number of documents that were registered while it was the newest. Clients seal with the newest generation only. */
  documents: z.int(),
  keys: z.array(z.object({ kid: z.string(), algorithm: z.string(), publicKeyPem: z.string() })),
});

/** The order of a list of documents; `-` for descending. */
const documentSort = z.enum(['createAt', '-createAt', 'size', '-size']);

const registeredDocument = z.object({
  documentID: z.uuid(),
  ownerOID: id,
  /** The name of the owner; empty for a member who was deleted. */
  ownerName: z.string(),
  classificationID: id.nullable(),
  size: z.int(),
  mimeType: z.string(),
  manifestSha256: sha256,
  sealedBy: id,
  createAt: time,
  withdrawnAt: time.nullable(),
});

export const adminDocumentCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/admin/classifications': {
    summary: 'The classifications of the tenant, lowest level first',
    access: administration,
    home: 'host',
    params: tenantParams,
    query: z.strictObject(page),
    answer: list(classification),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/admin/classifications': {
    summary: 'Create a classification; by default its only obligation is the watermark',
    access: administration,
    home: 'host',
    params: tenantParams,
    body: z.strictObject({
      id: customID.optional(),
      name: terms.name,
      level: terms.level,
      watermark: terms.watermark.default(true),
      noDownload: terms.noDownload.default(false),
      noCapture: terms.noCapture.default(false),
      leaseSeconds: terms.leaseSeconds.default(null),
      excludesBrowsers: terms.excludesBrowsers.default(false),
      isDefault: z.boolean().default(false),
    }),
    answer: data(classification),
    errors: ['admin.classification_exists'],
  },
  'GET /api/v1/tenants/{tid}/admin/classifications/{classificationID}': {
    summary: 'One classification',
    access: administration,
    home: 'host',
    params: classParams,
    answer: data(classification),
    entityTag: entityTagFields.classification,
    errors: ['key.classification_not_found'],
  },
  'PUT /api/v1/tenants/{tid}/admin/classifications/{classificationID}': {
    summary:
      'Change a classification; omitted fields stay unchanged. `isDefault` replaces the present default',
    access: administration,
    home: 'host',
    params: classParams,
    headers: ifMatchHeader,
    body: z.strictObject({ ...terms, isDefault: z.literal(true) }).partial(),
    answer: data(classification),
    entityTag: entityTagFields.classification,
    errors: ['admin.changed_meanwhile', 'key.classification_not_found'],
  },
  'DELETE /api/v1/tenants/{tid}/admin/classifications/{classificationID}': {
    summary: 'Delete an unused classification other than the default',
    access: administration,
    home: 'host',
    params: classParams,
    headers: ifMatchHeader,
    answer: 'none',
    errors: [
      'admin.changed_meanwhile',
      'key.classification_not_found',
      'admin.classification_in_use',
      'admin.classification_is_default',
    ],
  },
  'GET /api/v1/tenants/{tid}/admin/clearances': {
    summary: 'Clearances of members; unlisted members have the level of the default classification',
    access: administration,
    home: 'host',
    params: tenantParams,
    query: z.strictObject(page),
    answer: list(z.object({ fid: id, name: z.string(), level: z.int() })),
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/admin/clearances/{fid}': {
    summary: 'The clearance of a member; `level` is null for the level of the default classification',
    access: administration,
    home: 'host',
    params: memberParams,
    answer: data(z.object({ fid: id, name: z.string(), level: z.int().nullable() })),
    entityTag: entityTagFields.clearance,
    errors: ['login.user_not_found'],
  },
  'PUT /api/v1/tenants/{tid}/admin/clearances/{fid}': {
    summary: 'Set the clearance of a member',
    access: administration,
    home: 'host',
    params: memberParams,
    headers: ifMatchHeader,
    body: z.strictObject({ level: terms.level }),
    answer: 'none',
    errors: ['admin.changed_meanwhile', 'login.user_not_found'],
  },
  'DELETE /api/v1/tenants/{tid}/admin/clearances/{fid}': {
    summary: 'Remove a clearance: the member then has the level of the default classification',
    access: administration,
    home: 'host',
    params: memberParams,
    headers: ifMatchHeader,
    answer: 'none',
    errors: ['admin.changed_meanwhile', 'login.user_not_found'],
  },
  'GET /api/v1/tenants/{tid}/admin/licence-keys': {
    summary: 'The generations of the licence key with their public parts, the newest first',
    access: administration,
    home: 'host',
    params: tenantParams,
    query: z.strictObject(page),
    answer: list(licenceKeyGeneration),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/admin/licence-keys/{generation}/actions/withdraw': {
    summary: 'Withdraw a generation permanently: documents sealed under it can no longer be opened',
    access: administration,
    stepUp: true,
    home: 'host',
    params: z.strictObject({ tid: id, generation: z.coerce.number<number | string>().int().min(1).max(1e6) }),
    answer: 'none',
    errors: ['admin.key_generation_not_found', 'admin.key_generation_newest'],
  },
  'GET /api/v1/tenants/{tid}/admin/documents': {
    summary: 'The registered documents, by default the newest first',
    access: administration,
    home: 'host',
    params: tenantParams,
    query: z.strictObject({
      ...page,
      owner: id.optional(),
      classification: id.optional(),
      withdrawn: z.stringbool().optional(),
      sort: documentSort.default('-createAt'),
    }),
    answer: list(registeredDocument),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/admin/documents/actions/bulk': {
    summary:
      'Withdraw up to 200 documents, each in its own transaction and with its own audit record. One result per different id, ' +
      'in order; a repetition has the same result',
    access: administration,
    stepUp: true,
    home: 'host',
    params: tenantParams,
    body: z.strictObject({
      documentIDs: z.array(z.uuid()).min(1).max(200),
      action: z.strictObject({ kind: z.literal('withdraw') }),
    }),
    answer: z.object({ data: z.array(bulkResult) }),
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/admin/documents/{documentID}': {
    summary: 'One registered document with its grants',
    access: administration,
    home: 'host',
    params: documentParams,
    answer: data(
      registeredDocument.extend({
        grants: z.array(
          z.object({
            fid: id,
            name: z.string(),
            until: time.nullable(),
            grantedBy: id,
            createAt: time,
          }),
        ),
      }),
    ),
    errors: ['key.document_not_found'],
  },
  'DELETE /api/v1/tenants/{tid}/admin/documents/{documentID}/grants/{fid}': {
    summary: 'Revoke a grant; an issued use licence ends at the next contact',
    access: administration,
    home: 'host',
    params: documentParams.extend({ fid: id }),
    answer: 'none',
    errors: ['key.document_not_found', 'admin.grant_not_found'],
  },
  'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/transfer-documents': {
    summary:
      'Transfer all registered documents of a leaving member to another, who becomes owner and can open them',
    access: administration,
    home: 'host',
    params: memberParams,
    body: z.strictObject({ to: id }),
    answer: data(z.object({ documents: z.int() })),
    errors: ['login.user_not_found'],
  },
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
