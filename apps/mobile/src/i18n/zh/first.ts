import { auth } from './auth.ts';
import { common } from './common.ts';
import { shell } from './shell.ts';

/** What the first screen says; all other texts come with the screens after it. */
export const first = { auth, common, shell };
