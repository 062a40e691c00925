/** The parts of an address within the app. */
export interface Path {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** Where to navigate: an address, or the parts of it that differ. */
export type To = string | Partial<Path>;

export interface Location extends Path {
  /** What the app stored with the history entry. */
  readonly state: unknown;
  /** Identifies the history entry; `default` for an entry that the app did not create. */
  readonly key: string;
}

/** Splits an address into its parts. Parts that it does not have are missing. */
export function parsePath(address: string): Partial<Path> {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/u.exec(address) ?? [];
  return { ...(pathname && { pathname }), ...(search && { search }), ...(hash && { hash }) };
}

const withPrefix = (prefix: string, text: string) => {
  if (text === '' || text === prefix) return '';
  return text.startsWith(prefix) ? text : prefix + text;
};

export const formatPath = ({ pathname = '/', search = '', hash = '' }: Partial<Path>): string =>
  pathname + withPrefix('?', search) + withPrefix('#', hash);

/**
 * The complete path of a target. A target without a pathname keeps the current one; every other is absolute, as no
 * screen has a path below another screen.
 */
export function resolvePath(to: To, currentPathname: string): Path {
  const { pathname, search = '', hash = '' } = typeof to === 'string' ? parsePath(to) : to;
  return {
    // Two slashes would start the address of another host.
    pathname: pathname === undefined ? currentPathname : `/${pathname}`.replaceAll(/[\\/]{2,}/gu, '/'),
    search: withPrefix('?', search),
    hash: withPrefix('#', hash),
  };
}
