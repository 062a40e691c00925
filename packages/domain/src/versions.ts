/**
 * Compares versions as section 5 has it: numbers, segment by segment, at most three. A missing segment is 0, and so
 * is one that is no number.
 * @returns below 0, 0 or above 0, as `one` is older than, equal to or newer than `other`.
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
 * Compares versions of the app's code, of which a hot update raises the fourth number: by all their numbers.
 * @returns below 0, 0 or above 0, as `one` is older than, equal to or newer than `other`; null where one is no version of
 * three or four numbers.
 */
export function compareCode(one: string, other: string): number | null {
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
 * Whether the server has a newer version than the app shows.
 * @returns false where either is empty: an unknown version is never newer.
 */
export function isNewer(serverVersion: string, localVersion: string): boolean {
  if (serverVersion.trim() === '' || localVersion.trim() === '') return false;
  return compareVersions(serverVersion, localVersion) > 0;
}

/** Whether a hot update may be asked for: four numeric parts here, three or four there (section 5). */
export function canHotUpdate(localVersion: string, serverVersion: string): boolean {
  return /^\d+(?:\.\d+){3}$/u.test(localVersion) && /^\d+(?:\.\d+){2,3}$/u.test(serverVersion);
}

/** Whether a tenant speaks the dialect of `eds-pro_16` (service.md). */
export function speaksSixteen(serviceVersion: string): boolean {
  return serviceVersion.startsWith('eds-pro_16');
}

function segments(version: string): readonly number[] {
  return version
    .trim()
    .split('.')
    .slice(0, 3)
    .map((segment) => (/^\d+$/u.test(segment) ? Number(segment) : 0));
}
