import type { signIn } from '@sealflow/contract/schemas';
import type { z } from 'zod';

export type SignIn = z.output<typeof signIn>;
export type ByPassword = Extract<SignIn, { username: string }>;
export type ByChallenge = Extract<SignIn, { challenge: string }>;
export type ByCode = Exclude<SignIn, ByPassword | ByChallenge>;
