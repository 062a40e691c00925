/** The shape of texts: each text becomes `string`, and each function keeps its parameters. */
export type Widened<T> = T extends string
  ? string
  : T extends (...params: infer P) => string
    ? (...params: P) => string
    : { readonly [K in keyof T]: Widened<T[K]> };
