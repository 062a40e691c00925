/**
 * Whether two key access URLs have the same base. URLs of a manifest are only compared, never requested. The public web
 * SDK writes the platform URL if it is not configured with a key access URL, so a final `/kas` is ignored.
 */
export function isSameBase(a: string, b: string): boolean {
  const left = normalisedUrl(a);
  return left !== undefined && left === normalisedUrl(b);
}

function normalisedUrl(url: string): string | undefined {
  try {
    const { protocol, host, pathname, search, hash, username, password } = new URL(url);
    if (search || hash || username || password) return undefined;
    return `${protocol}//${host}${pathname.replace(/(?:\/kas)?\/*$/, '')}`;
  } catch {
    return undefined;
  }
}

/** The key access URL of a platform URL (`<host>/otdf/{tid}`). */
export const keyAccessUrlOf = (platformUrl: string): string => `${platformUrl.replace(/\/+$/, '')}/kas`;
