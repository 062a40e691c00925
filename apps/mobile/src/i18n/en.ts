import { common } from './en/common.ts';
import { shell } from './en/shell.ts';
import type { Texts } from './texts.ts';

export const en: Texts = { common, shell };
