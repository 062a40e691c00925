/**
 * Compares versions as in section 5: numerically, segment by segment, at most three segments. A missing or non-numeric
 * segment counts as 0.
 * @returns negative, 0 or positive, as `one` is older than, equal to or newer than `other`.
 */
export function compareVersions(one: string, other: string): number {
  const left = segments(one);
  const right = segments(other);
  for (let index = 0; index < 3; index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Compares code versions, including the fourth number, which a hot update increments.
 * @returns negative, 0 or positive, as `one` is older than, equal to or newer than `other`; null if either is not a
 * version of three or four numbers.
 */
export function compareCodeVersions(one: string, other: string): number | null {
  const isCode = (version: string) => /^\d{1,9}(?:\.\d{1,9}){2,3}$/u.test(version);
  if (!isCode(one) || !isCode(other)) return null;
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)];
  for (let index = 0; index < 4; index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Whether the server has a newer version than the app.
 * @returns false if either is empty: an unknown version is never newer.
 */
export function isNewer(serverVersion: string, localVersion: string): boolean {
  if (serverVersion.trim() === '' || localVersion.trim() === '') return false;
  return compareVersions(serverVersion, localVersion) > 0;
}

/**
 * Whether a hot update may be requested: the local version has four numeric parts, the server's three or four (section
 * 5).
 */
export function canHotUpdate(localVersion: string, serverVersion: string): boolean {
  return /^\d+(?:\.\d+){3}$/u.test(localVersion) && /^\d+(?:\.\d+){2,3}$/u.test(serverVersion);
}

/** Whether the tenant's server uses the API dialect of `eds-pro_16` (service.md). */
export function usesDialect16(serviceVersion: string): boolean {
  return serviceVersion.startsWith('eds-pro_16');
}

function segments(version: string): readonly number[] {
  return version
    .trim()
    .split('.')
    .slice(0, 3)
    .map((segment) => (/^\d+$/u.test(segment) ? Number(segment) : 0));
}
