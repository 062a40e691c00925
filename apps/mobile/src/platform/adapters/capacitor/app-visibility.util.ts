import { App } from '@capacitor/app';
import { Capacitor } from '@capacitor/core';
import type { AppVisibility } from '../../ports/app-lock.port.ts';
import { listenToPlugin } from './plugin-events.util.ts';

/**
 * Whether the user sees the app. Android pauses an app that is covered and stops one that is hidden; iOS first makes
 * it inactive, takes the app switcher's screenshot, and then moves it to the background. The page's visibility
 * changes too late for that screenshot, but covers cases that the system does not report.
 */
export function watchVisibility(
  listener: (visibility: AppVisibility) => void,
  isPromptOpen: () => boolean,
): () => void {
  const isIos = Capacitor.getPlatform() === 'ios';
  const notifyCovered = () => {
    if (!isPromptOpen()) listener('covered');
  };
  const unsubscribers = [
    listenToPlugin<{ readonly isActive: boolean }>(
      (emit) => App.addListener('appStateChange', emit),
      ({ isActive }) => {
        if (isActive) listener('seen');
        else if (isIos) notifyCovered();
        else listener('gone');
      },
    ),
    listenToPlugin(
      (emit) => App.addListener('pause', () => emit(undefined)),
      () => (isIos ? listener('gone') : notifyCovered()),
    ),
  ];
  const onPageVisibility = () => {
    // The app counts as visible only once the system reports it active.
    if (document.visibilityState === 'hidden') listener('gone');
  };
  document.addEventListener('visibilitychange', onPageVisibility);
  return () => {
    document.removeEventListener('visibilitychange', onPageVisibility);
    for (const end of unsubscribers) end();
  };
}
