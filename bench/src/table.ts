/** Formats the numbers of a result as aligned lines of path and value. */
export function table(result: unknown): string {
  const rows = [...leaves(result, '')];
  const width = Math.max(0, ...rows.map(([path]) => path.length));
  return rows.map(([path, value]) => `${path.padEnd(width)}  ${value}`).join('\n');
}

function* leaves(value: unknown, path: string): Generator<[path: string, value: string]> {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) yield* leaves(entry, `${path}[${index}]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) yield* leaves(entry, path ? `${path}.${key}` : key);
  } else {
    yield [path, String(value)];
  }
}
