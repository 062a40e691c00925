/** The names and kinds of a JSON value, without its values. Of an array only the first element is described. */
export function structureOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(structureOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, structureOf(inner)]));
}
