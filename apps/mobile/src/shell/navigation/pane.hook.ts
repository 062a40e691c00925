import { useDismissOnBack } from '@sealflow/ui/overlays/dismiss.hook.ts';
import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import { type Address, tripleMinWidthPx, wideMinWidthPx } from './panes.rules.ts';
import { viewNameIn } from './view.rules.ts';

export type Pane = {
  /** `single` on a phone and on screens without panes. */
  readonly role: 'single' | 'list' | 'detail';
  /** Whether a detail is open beside this list: the detail is then the screen of the address. */
  readonly isBehind: boolean;
  /** The address of the detail beside this list; null without one. */
  readonly detail: Address | null;
};

export const PaneContext = createContext<Pane>({ role: 'single', isBehind: false, detail: null });

/** The pane that contains the component. */
export const usePane = (): Pane => use(PaneContext);

function useMinWidth(widthPx: number): boolean {
  return useSyncExternalStore(
    useCallback(
      (onChange) => {
        const query = window.matchMedia(`(min-width: ${widthPx}px)`);
        query.addEventListener('change', onChange);
        return () => query.removeEventListener('change', onChange);
      },
      [widthPx],
    ),
    () => window.matchMedia(`(min-width: ${widthPx}px)`).matches,
  );
}

/** Whether list and detail stand side by side. */
export const useIsWide = (): boolean => useMinWidth(wideMinWidthPx);

/** Whether a task and its document stand side by side. */
export const useIsTriple = (): boolean => useMinWidth(tripleMinWidthPx);

/**
 * `useDismissOnBack` for a mode of a list (a search, the multi-select). While a detail is open beside the list, back
 * closes the detail.
 */
export function useLeaveModeOnBack(active: boolean, leave: () => void): void {
  const { isBehind } = usePane();
  useDismissOnBack(active && !isBehind, leave);
}

/** Tells whether the detail beside this list is the screen of a path, or its view: the row that opened it is marked. */
export function useIsDetail(): (pathname: string, view?: string) => boolean {
  const { detail } = usePane();
  return (pathname, view) =>
    detail !== null && detail.pathname === pathname && viewNameIn(detail.search) === (view ?? null);
}
