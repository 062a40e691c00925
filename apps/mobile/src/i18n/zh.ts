import { auth } from './zh/auth.ts';
import { common } from './zh/common.ts';
import { documents } from './zh/documents.ts';
import { messages } from './zh/messages.ts';
import { mine } from './zh/mine.ts';
import { preview } from './zh/preview.ts';
import { shell } from './zh/shell.ts';
import { work } from './zh/work.ts';

/** The source of truth of all texts: every other language has its shape. Values are texts or functions of parameters. */
export const zh = { auth, common, documents, messages, mine, preview, shell, work };
