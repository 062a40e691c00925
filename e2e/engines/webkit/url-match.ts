/** The patterns of Playwright’s `route` and `waitForURL`. */
export type UrlMatch = string | RegExp | ((url: URL) => boolean);

const globToRegExp = (glob: string) =>
  new RegExp(
    `^${glob
      .split(/(\*\*\/|\*\*|\*)/)
      .map((part) => {
        if (part === '**/') return '(?:.*/)?';
        if (part === '**') return '.*';
        if (part === '*') return '[^/]*';
        return part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
      })
      .join('')}$`,
  );

export function urlMatches(url: string, match: UrlMatch, origin: string): boolean {
  if (typeof match === 'function') return match(new URL(url));
  if (match instanceof RegExp) return match.test(url);
  return globToRegExp(match.startsWith('/') ? origin + match : match).test(url);
}
