import { limits } from '@sealflow/domain/limits';
import { dismissTop } from '@sealflow/ui/overlays/dismiss.hook.ts';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useFirstTexts } from '../../i18n/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { showSnackbar } from '../notices/snackbar.store.ts';
import { useLocation, useNavigate } from '../router/index.ts';
import { countEntriesBehind } from './guard.rules.ts';
import { layersOf } from './layer.hook.ts';
import { paths } from './paths.rules.ts';
import { isExitLocation, viewNameIn } from './view.rules.ts';

const hasHistory = () => countEntriesBehind(window.history.state) > 0;

const parents: Readonly<Record<string, string>> = {
  [paths.about]: paths.myinfo,
  [paths.updatepwd]: paths.myinfo,
};

/** The target of back where no entry of the app lies behind: the path of a view, otherwise the path's parent. */
const parentOf = (pathname: string, search: string) =>
  viewNameIn(search) === null ? (parents[pathname] ?? paths.root) : pathname;

/** Back as the top bar means it: to the previous entry, or to the parent where the page was opened by its address. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useCallback(() => {
    if (hasHistory()) navigate(-1);
    else navigate(parentOf(pathname, search), { replace: true });
  }, [navigate, pathname, search]);
}

export type BackSituation = {
  /** Whether back leaves the app from this screen. */
  readonly isExit: boolean;
  /** Number of layers over the screen, each with its own history entry. */
  readonly layers: number;
  /** Whether the app has an entry to go back to. */
  readonly hasHistory: boolean;
  /** ms since 1970 of the last press that showed the notice; null for none. */
  readonly warnedAt: number | null;
  readonly now: number;
};

/** The effect of a hardware back press that no open overlay has consumed (section 2). */
export function decideBack({
  isExit,
  layers,
  hasHistory,
  warnedAt,
  now,
}: BackSituation): 'back' | 'home' | 'warn' | 'exit' {
  if (layers > 0) return 'back';
  if (isExit) {
    return warnedAt !== null && now - warnedAt < limits.exitConfirmMs ? 'exit' : 'warn';
  }
  return hasHistory ? 'back' : 'home';
}

/** Handles the hardware back button (section 2). */
export function useHardwareBack(): void {
  const { backButton, clock } = usePlatform();
  const navigate = useNavigate();
  const location = useLocation();
  const { common } = useFirstTexts();
  const warnedAt = useRef<number | null>(null);

  // A layout effect: a press at once after a screen appears must not act on the screen before it.
  useLayoutEffect(
    () =>
      backButton.subscribe(() => {
        if (dismissTop() !== 'none') return;
        const { pathname, search, state } = location;
        const layers = layersOf(state).length + (new URLSearchParams(search).has('preview') ? 1 : 0);
        const situation = {
          isExit: isExitLocation(location),
          layers,
          hasHistory: hasHistory(),
          warnedAt: warnedAt.current,
          now: clock.now(),
        };
        switch (decideBack(situation)) {
          case 'back':
            navigate(-1);
            break;
          case 'home':
            navigate(parentOf(pathname, search), { replace: true });
            break;
          case 'warn':
            warnedAt.current = situation.now;
            showSnackbar({
              color: 'info',
              text: common.pressAgainToExit,
              durationMs: limits.exitConfirmMs,
              isImmediate: true,
            });
            break;
          case 'exit':
            void backButton.exitApp();
            break;
        }
      }),
    [backButton, clock, navigate, location, common],
  );
}
