import { documents } from './zh/documents.ts';
import { first } from './zh/first.ts';
import { messages } from './zh/messages.ts';
import { mine } from './zh/mine.ts';
import { notices } from './zh/notices.ts';
import { preview } from './zh/preview.ts';
import { work } from './zh/work.ts';

/** The source of truth of all texts: every other language has its shape. Values are texts or functions of parameters. */
export const zh = { ...first, documents, messages, mine, notices, preview, work };
