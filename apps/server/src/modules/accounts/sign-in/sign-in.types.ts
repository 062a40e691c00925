import type { signIn } from '@sealflow/contract/schemas';
import type { z } from 'zod';

export type SignIn = z.output<typeof signIn>;
export type PasswordSignIn = Extract<SignIn, { username: string }>;
export type ChallengeSignIn = Extract<SignIn, { challenge: string }>;
export type CodeSignIn = Exclude<SignIn, PasswordSignIn | ChallengeSignIn>;
