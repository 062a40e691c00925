import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, requestTime, sha256, tenantParams, time } from './common.schemas.ts';

/** The data that is required to seal a document for a member of a tenant. */
export const sealingContext = z.object({
  /** The platform URL of the tenant. Its key access URL is this URL plus `/kas`. */
  platformUrl: z.url(),
  /** The attribute namespace of the tenant. */
  namespace: z.string(),
  ownerOID: id,
  orgID: id.nullable(),
  classificationID: id.nullable(),
  kid: z.string(),
  publicKeyPem: z.string(),
});

const documentParams = z.strictObject({ tid: id, documentID: z.uuid() });
const administration = { right: 'Administration/administration' } as const;

export const keyCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/sealing-context': {
    summary: 'Owner, classification and key: the data that a sealer writes into a document',
    home: 'host',
    access: administration,
    params: tenantParams,
    query: z.strictObject({ owner: z.string().min(1).max(254), classification: id.optional() }),
    answer: data(sealingContext),
    errors: ['login.user_not_found', 'key.classification_not_found'],
  },
  'POST /api/v1/tenants/{tid}/documents': {
    summary: "Register a sealed document, so that 'sealed by' is verified and not only a claim",
    home: 'host',
    access: administration,
    params: tenantParams,
    body: z.strictObject({
      documentID: z.uuid(),
      ownerOID: id,
      classificationID: id.nullable(),
      size: z.int().min(0),
      mimeType: z.string().max(200),
      manifestSha256: sha256,
    }),
    answer: data(z.object({ documentID: z.uuid(), sealedBy: id, createAt: time })),
    errors: ['key.document_exists', 'key.classification_not_found', 'login.user_not_found'],
  },
  'POST /api/v1/tenants/{tid}/documents/{documentID}/actions/withdraw': {
    summary: 'Withdraw a document: no new use licences, and issued ones end at the next contact',
    home: 'host',
    access: administration,
    params: documentParams,
    answer: 'none',
    errors: ['key.document_not_found'],
  },
  'POST /api/v1/tenants/{tid}/documents/{documentID}/grants': {
    summary: 'Grant a member access to a document, permanently or until a time',
    home: 'host',
    access: administration,
    params: documentParams,
    body: z.strictObject({ fid: id, until: requestTime.nullable() }),
    answer: 'none',
    errors: ['key.document_not_found', 'login.user_not_found'],
  },
  'POST /api/v1/tenants/{tid}/licence-key/actions/rotate': {
    summary: 'Create a new generation of the licence key: older ones still unwrap, only the newest wraps',
    home: 'host',
    access: administration,
    stepUp: true,
    params: tenantParams,
    answer: data(z.object({ key: z.string(), generation: z.int() })),
    errors: [],
  },
});
