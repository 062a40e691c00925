import { z } from 'zod';

/** An optional text. Null and the empty text count as absent: Go writers write null, protobuf JSON may write "". */
const optionalText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .nullish()
    .transform((value) => value || undefined);

const policyBinding = z.object({
  alg: optionalText(20).transform((alg) => alg ?? 'HS256'),
  hash: z.string().max(500),
});

const keyAccess = z.object({
  type: optionalText(50),
  kid: optionalText(200),
  sid: optionalText(200),
  wrappedKey: optionalText(20_000),
  policyBinding: policyBinding.nullish().transform((binding) => binding ?? undefined),
  ephemeralPublicKey: optionalText(2000),
});

/** Keys per request: each costs an unwrapping by a private key, several queries and an audit record. */
const maxKeys = 50;
/** Keys without a key id per request: each is tried with every generation of the tenant's keys. */
const maxKeysWithoutKid = 5;

const policyRequest = z.object({
  keyAccessObjects: z
    .array(z.object({ keyAccessObjectId: z.string().max(200).default(''), keyAccessObject: keyAccess }))
    .min(1)
    .max(maxKeys),
  policy: z.object({ id: z.string().max(200).default(''), body: z.string().max(100_000) }),
});

type PolicyRequests = readonly z.output<typeof policyRequest>[];

const entriesOf = (requests: PolicyRequests) =>
  requests.flatMap(({ keyAccessObjects }) => keyAccessObjects.map(({ keyAccessObject }) => keyAccessObject));

/**
 * The fields of an unsigned rewrap request that are read (protobuf JSON omits empty fields; unknown fields are
 * ignored). The older form without `requests`, from before OpenTDF's bulk form, is not supported.
 */
export const unsignedRewrapRequest = z.object({
  clientPublicKey: optionalText(5000),
  requests: z
    .array(policyRequest)
    .min(1)
    .refine((requests) => entriesOf(requests).length <= maxKeys)
    .refine((requests) => entriesOf(requests).filter(({ kid }) => !kid).length <= maxKeysWithoutKid),
});

export type PolicyRequestBody = z.output<typeof policyRequest>;
export type RewrapRequestBody = z.output<typeof unsignedRewrapRequest>;
