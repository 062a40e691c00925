const units = ['B', 'KB', 'MB', 'GB'] as const;

/** A size in bytes as people read it: three figures at most, in steps of 1024. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${Number(value.toFixed(digits))} ${units[unit] ?? ''}`;
}
