import type { FirstTexts } from '../texts.ts';
import { auth } from './auth.ts';
import { common } from './common.ts';
import { shell } from './shell.ts';

export const first: FirstTexts = { auth, common, shell };
