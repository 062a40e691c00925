import type { signIn } from '@sealflow/contract/schemas';
import type { z } from 'zod';

export type SignIn = z.output<typeof signIn>;
export type PasswordSignIn = Extract<SignIn, { username: string }>;
/** Completes a password sign-in: by a code that was sent, by the authenticator app, or by a recovery code. */
export type ChallengeSignIn = Extract<SignIn, { challenge: string }>;
export type CodeSignIn = Exclude<SignIn, PasswordSignIn | ChallengeSignIn>;
