import type { zh } from './zh.ts';

type Widened<T> = T extends string
  ? string
  : T extends (...params: infer P) => string
    ? (...params: P) => string
    : { readonly [K in keyof T]: Widened<T[K]> };

/** The shape of the texts. Chinese is the source; every other language must have the same keys and parameters. */
export type Texts = Widened<typeof zh>;
