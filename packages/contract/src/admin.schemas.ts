import { parsePhone } from '@sealflow/domain/identifiers';
import { workButtons } from '@sealflow/domain/roles';
import { z } from 'zod';
import { email, mobileNo } from './common.schemas.ts';

/** A display name. */
export const displayName = z.string().trim().min(1).max(100);

/** An id that an administrator chooses for an object of a tenant. */
export const customID = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);

/** An id that an operator chooses for a tenant. It is used in URLs and host names. */
export const customTenantID = z.string().regex(/^[a-z0-9][a-z0-9-]{0,47}$/);

/** Letters of any script, digits and `. _ -`. A text that could be a phone number is rejected. */
export const username = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u)
  .refine((name) => parsePhone(name) === null);

/** Rights that can be granted: those that calls and clients use. */
export const right = z.enum(['app_login', 'Administration/administration', 'org_managment']);
/** What can be denied to a member: a right, or a work button. */
export const deniable = z.enum([...right.options, ...Object.values(workButtons)]);

/**
 * A new account. Without a password, the person signs in for the first time by a code or by the requested one-time
 * password. Only an operator may set either; for an administrator of a tenant the request is rejected.
 */
export const newAccount = z.strictObject({
  username,
  mobileNo: mobileNo.nullable().default(null),
  email: email.nullable().default(null),
  password: z.string().min(1).max(256).optional(),
  oneTimePassword: z.boolean().default(false),
});

/** Codes that every call that creates an account can fail with. */
export const newAccountErrors = [
  'admin.username_taken',
  'login.password_too_short',
  'login.password_too_long',
  'login.password_too_simple',
] as const;
