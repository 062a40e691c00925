/**
 * Holds the pages of the documentation that name tests against the reports below a folder.
 *
 * @param base - the root of the repository.
 * @param sinceMs - when the run began, in milliseconds since 1970.
 * @returns what is wrong, one line each.
 */
export function unprovenClaims(base: string, sinceMs: number): string[];
