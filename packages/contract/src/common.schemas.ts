import { parseEmail, parsePhone } from '@sealflow/domain/identifiers';
import { limits } from '@sealflow/domain/limits';
import { z } from 'zod';

/** An id of ours: opaque to clients. */
export const id = z.string().min(1).max(100);
/** Milliseconds since 1970. */
export const time = z.int().meta({ description: 'Milliseconds since 1970' });
/** The same in a request: of the years 1 to 9999, which every calendar and database has. */
export const givenTime = time.min(-62_135_596_800_000).max(253_402_300_799_999);
/** A SHA-256 in lower-case hex. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const tenantParams = z.strictObject({ tid: id });

const count = (most: number) => z.coerce.number<number | string>().int().min(0).max(most);

/** `skip` and `limit` of every list: 10 by default, 100 at most, 0 answers the count alone. */
export const page = {
  skip: count(1_000_000_000).default(0),
  limit: count(limits.list.most).default(limits.list.page),
};

/** A phone number as people write it; one that is none is refused. */
export const mobileNo = z
  .string()
  .max(30)
  .refine((text) => parsePhone(text) !== null, 'is no phone number');
export const email = z
  .string()
  .max(254)
  .refine((text) => parseEmail(text) !== null, 'is no e-mail address');
/** Of a verification code: six digits, but a wrong one is wrong however long. */
export const code = z.string().trim().min(4).max(10);

/**
 * Answered with a code's sending and shown with the code: an attempt with it counts against that code alone. A client that shows
 * none makes an attempt without the right ticket, which succeeds only where the deployment allows it; opaque to clients.
 */
export const codeTicket = z.string().min(1).max(100);

/** Given to whoever signed in with the right password where a code is needed too; opaque to clients. */
export const signInChallenge = z.string().min(1).max(500);

export const keyword = z.string().trim().max(100);

/** A query parameter in milliseconds since 1970. */
export const timeParam = z.coerce.number<number | string>().pipe(givenTime);

/** The answer of every list. */
export const list = <T extends z.ZodType>(item: T) => z.object({ total: z.int(), data: z.array(item) });

/** The answer of calls that carry one thing in `data`. */
export const data = <T extends z.ZodType>(item: T) => z.object({ data: item });

/** A public key as a P-256 JSON Web Key (RFC 7517), without its private part. */
export const publicJwk = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  y: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
});

/** What a device-bound session shows beside its token where that is not enough: a DPoP proof whose `ath` covers it (RFC 9449). */
export const proofHeader = z.object({ dpop: z.string().max(4096).optional() });

export const person = z.object({ fid: id, name: z.string() });

/** What every failure answers: `message` in the wording of section 8, `code` the key of its text. */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
