/**
 * Whether two key access URLs name the same base. URLs of a manifest are only ever compared, never followed.
 * The public web SDK writes the platform URL where nobody tells it the key access URL, so the last `/kas` says nothing.
 */
export function sameBase(a: string, b: string): boolean {
  const left = normalised(a);
  return left !== undefined && left === normalised(b);
}

function normalised(url: string): string | undefined {
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
