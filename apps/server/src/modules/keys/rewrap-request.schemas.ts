import { z } from 'zod';

const text = z.string().max(20_000);

const keyAccess = z.object({
  type: z.string().max(50).optional(),
  kid: z.string().max(200).optional(),
  sid: z.string().max(200).optional(),
  wrappedKey: text.optional(),
  policyBinding: z.object({ alg: z.string().max(20).default('HS256'), hash: z.string().max(500) }).optional(),
  ephemeralPublicKey: z.string().max(2000).optional(),
});

/** Keys that one request asks for: each costs an opening by a private key, questions to the database and a record. */
const mostKeys = 50;

const policyRequest = z.object({
  keyAccessObjects: z
    .array(z.object({ keyAccessObjectId: z.string().max(200).default(''), keyAccessObject: keyAccess }))
    .min(1)
    .max(mostKeys),
  policy: z.object({ id: z.string().max(200).default(''), body: z.string().max(100_000) }),
});

/**
 * What of an unsigned rewrap request is read (protobuf JSON leaves empty fields out; other writers' fields are theirs).
 * The form of one request without `requests`, from before OpenTDF's bulk form, is not served.
 */
export const unsignedRewrapRequest = z.object({
  clientPublicKey: z.string().max(5000).optional(),
  requests: z
    .array(policyRequest)
    .min(1)
    .refine(
      (requests) => requests.reduce((sum, { keyAccessObjects: { length } }) => sum + length, 0) <= mostKeys,
    ),
});

export type KeyAccessEntry = z.output<typeof keyAccess>;
export type PolicyRequestBody = z.output<typeof policyRequest>;
export type RewrapRequestBody = z.output<typeof unsignedRewrapRequest>;
