import { auth } from './en/auth.ts';
import { common } from './en/common.ts';
import { documents } from './en/documents.ts';
import { messages } from './en/messages.ts';
import { mine } from './en/mine.ts';
import { preview } from './en/preview.ts';
import { shell } from './en/shell.ts';
import { work } from './en/work.ts';
import type { Texts } from './texts.ts';

export const en: Texts = { auth, common, documents, messages, mine, preview, shell, work };
