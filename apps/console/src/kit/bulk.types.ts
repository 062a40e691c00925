/** The result of an act on one of several objects; `error` is null if it succeeded. */
export type BulkOutcome = { readonly id: string; readonly error: unknown };
