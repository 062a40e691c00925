import type { Widened } from '@sealflow/domain/widened';
import type { zh } from './zh.ts';

/** The shape of the texts. Chinese is the source; every other language must have the same keys and parameters. */
export type Texts = Widened<typeof zh>;
