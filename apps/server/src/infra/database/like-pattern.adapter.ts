/** What `ilike` finds a text by, wherever it stands: the signs of the pattern language mean themselves. */
export function likePattern(keyword: string): string {
  return `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
