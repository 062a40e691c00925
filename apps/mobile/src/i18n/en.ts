import { auth } from './en/auth.ts';
import { common } from './en/common.ts';
import { mine } from './en/mine.ts';
import { shell } from './en/shell.ts';
import type { Texts } from './texts.ts';

export const en: Texts = { auth, common, mine, shell };
