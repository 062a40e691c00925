import type { Found, Result } from '../search.types.ts';

/** Whether one of the texts contains the keyword; ignores case. */
export const hasKeyword = (keyword: string, ...texts: readonly (string | null)[]): boolean => {
  const searched = keyword.toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(searched) === true);
};

/** A page of results that were read completely. */
export const pageOf = (
  all: readonly Result[],
  { skip, limit }: { readonly skip: number; readonly limit: number },
  isStored = true,
): Found => ({ total: all.length, results: all.slice(skip, skip + limit), isStored });

/** The result of a type that the account cannot have. */
export const nothingFound: Found = { total: 0, results: [], isStored: false };

/** The first of several values with the same key. */
export function distinctBy<T>(values: readonly T[], keyOf: (value: T) => string): readonly T[] {
  const found = new Map<string, T>();
  for (const value of values) {
    const key = keyOf(value);
    if (!found.has(key)) found.set(key, value);
  }
  return [...found.values()];
}
