import type { Widened } from '@sealflow/domain/widened';
import type { browserCheck } from './zh/browser-check.ts';
import type { first } from './zh/first.ts';
import type { zh } from './zh.ts';

/** The shape every language must fill. */
export type Texts = Widened<typeof zh>;
/** The part of it that is there from the start. */
export type FirstTexts = Widened<typeof first>;
/** What the browser check says, which is built apart from the app. */
export type BrowserCheckTexts = Widened<typeof browserCheck>;
