import { auth } from './en/auth.ts';
import { common } from './en/common.ts';
import { messages } from './en/messages.ts';
import { mine } from './en/mine.ts';
import { shell } from './en/shell.ts';
import type { Texts } from './texts.ts';

export const en: Texts = { auth, common, messages, mine, shell };
