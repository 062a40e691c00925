import { documents } from './en/documents.ts';
import { first } from './en/first.ts';
import { messages } from './en/messages.ts';
import { mine } from './en/mine.ts';
import { notices } from './en/notices.ts';
import { preview } from './en/preview.ts';
import { work } from './en/work.ts';
import type { Texts } from './texts.ts';

export const en: Texts = { ...first, documents, messages, mine, notices, preview, work };
