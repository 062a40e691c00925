import { parsePhone } from '@sealflow/domain/identifiers';
import { workButtons } from '@sealflow/domain/roles';
import { z } from 'zod';
import { email, mobileNo } from './common.schemas.ts';

/** A name for people, of whatever it names. */
export const givenName = z.string().trim().min(1).max(100);

/** The id that somebody chooses for something of a tenant. */
export const chosenID = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);

/** The id that an operator chooses for a tenant: it stands in addresses and host names. */
export const chosenTenantID = z.string().regex(/^[a-z0-9][a-z0-9-]{0,47}$/);

/** Letters of any script, digits and `. _ -`; what could be taken for somebody's phone number is none. */
export const username = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u)
  .refine((name) => parsePhone(name) === null);

/** The rights that somebody may be given: those that calls and clients know. */
export const right = z.enum(['app_login', 'Administration/administration', 'org_managment']);
/** What can be taken away from somebody: a right, or a button of work. */
export const deniable = z.enum([...right.options, ...Object.values(workButtons)]);

/**
 * Without a password somebody signs in by a code for the first time, or by the one-time password that is asked for. Both are the
 * operator's alone: an administrator of a tenant who gives one is refused.
 */
export const newAccount = z.strictObject({
  username,
  mobileNo: mobileNo.nullable().default(null),
  email: email.nullable().default(null),
  password: z.string().min(1).max(256).optional(),
  oneTimePassword: z.boolean().default(false),
});

/** Codes that every way to make an account adds. */
export const newAccountErrors = [
  'admin.username_taken',
  'login.password_too_short',
  'login.password_too_long',
  'login.password_too_simple',
] as const;
