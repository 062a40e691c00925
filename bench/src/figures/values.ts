export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path such as `nodes.0.perSecond`; undefined where a part of the path is missing. */
export function valueAt(result: unknown, path: string): unknown {
  let value = result;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

/** A copy of a result without the values at some paths. */
export function withoutPaths(result: unknown, paths: readonly string[]): unknown {
  if (!isRecord(result)) return result;
  const entries = Object.entries(result)
    .filter(([key]) => !paths.includes(key))
    .map(([key, value]) => {
      const below = paths
        .filter((path) => path.startsWith(`${key}.`))
        .map((path) => path.slice(key.length + 1));
      return [key, below.length === 0 ? value : withoutPaths(value, below)];
    });
  return Object.fromEntries(entries);
}
