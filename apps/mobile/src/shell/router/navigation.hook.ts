import { createContext, useCallback, useContext, useLayoutEffect, useRef } from 'react';
import { formatPath, type Location, resolvePath, type To } from './address.rules.ts';

/** Changes the history of a part of the page. Its targets are resolved. */
export type Navigator = {
  readonly push: (to: To, state?: unknown) => void;
  readonly replace: (to: To, state?: unknown) => void;
  readonly go: (delta: number) => void;
};

export type NavigateOptions = { readonly replace?: boolean; readonly state?: unknown };
/** Goes to an address, or by a number of history entries. */
export type Navigate = (to: To | number, options?: NavigateOptions) => void;

export const NavigationContext = createContext<Navigator | null>(null);

export const LocationContext = createContext<Location | null>(null);

function provided<T>(value: T | null): T {
  if (value === null) throw new Error('Router is missing');
  return value;
}

export const useNavigator = (): Navigator => provided(useContext(NavigationContext));

/** The address of the screen; in a pane, the address of the pane. */
export const useLocation = (): Location => provided(useContext(LocationContext));

/** The address for a link. */
export const useHref = (to: To): string => formatPath(resolvePath(to, useLocation().pathname));

/** Returns a function that navigates. It does nothing before the component is mounted. */
export function useNavigate(): Navigate {
  const navigator = useNavigator();
  const { pathname } = useLocation();
  const isMounted = useRef(false);
  useLayoutEffect(() => {
    isMounted.current = true;
  });
  return useCallback(
    (to, { replace = false, state } = {}) => {
      if (!isMounted.current) return;
      if (typeof to === 'number') navigator.go(to);
      else navigator[replace ? 'replace' : 'push'](resolvePath(to, pathname), state);
    },
    [navigator, pathname],
  );
}
