/** Builds an `ilike` pattern that matches the keyword anywhere, with wildcards escaped. */
export function likePattern(keyword: string): string {
  return `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
