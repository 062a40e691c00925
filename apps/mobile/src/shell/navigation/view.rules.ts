import type { Texts } from '../../i18n/index.ts';
import { exitPaths } from './paths.rules.ts';

/** A screen at the address of another: the specification allows no other paths (section 2). */
export type ViewName = keyof Texts['shell']['views'];

/** The view that a query names; null for the screen of the path itself. */
export const viewNameIn = (search: string): string | null => new URLSearchParams(search).get('view');

/** The address of a view of a path, with further query parameters. */
export function viewAddress(
  path: string,
  view: ViewName,
  params: Readonly<Record<string, string>> = {},
): string {
  return `${path}?${new URLSearchParams({ view, ...params }).toString()}`;
}

/** Whether a back press leaves the app from here: never from a view. */
export const isExitLocation = ({
  pathname,
  search,
}: {
  readonly pathname: string;
  readonly search: string;
}): boolean => exitPaths.includes(pathname) && viewNameIn(search) === null;
