import { limits } from '@sealflow/domain/limits';
import * as z from 'zod/mini';

/** Codes of the error catalogue stand for the texts, so that a change of language changes them too. */
export const signInForm = z.object({
  username: z.string().check(z.trim(), z.minLength(1, 'login.username_empty')),
  password: z
    .string()
    .check(z.minLength(1, { error: 'login.password_required', abort: true }))
    .check(z.minLength(limits.password.loginLeast, 'login.password_too_short')),
  agreed: z.boolean().check(z.refine((agreed) => agreed, 'login.agreement_required')),
});

export type SignInForm = z.infer<typeof signInForm>;
