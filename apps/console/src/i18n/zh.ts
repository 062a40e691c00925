import { common } from './zh/common.ts';
import { people } from './zh/people.ts';
import { shell } from './zh/shell.ts';
import { signIn } from './zh/sign-in.ts';

/** All texts of the console in Chinese. Each area has its own file. */
export const zh = { common, people, shell, signIn };
