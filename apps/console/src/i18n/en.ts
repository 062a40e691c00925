import { common } from './en/common.ts';
import { people } from './en/people.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import type { Texts } from './texts.ts';

/** All texts of the console in English. */
export const en: Texts = { common, people, shell, signIn };
