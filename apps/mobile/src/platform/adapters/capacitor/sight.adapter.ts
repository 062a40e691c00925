import { App } from '@capacitor/app';
import { Capacitor } from '@capacitor/core';
import type { Sight } from '../../ports/app-lock.port.ts';
import { hear } from './events.adapter.ts';

/**
 * Whether the user sees the app. Android pauses an app that is covered and stops one that is hidden; iOS first makes
 * it inactive, takes the app switcher's screenshot, and then moves it to the background. The page's visibility
 * changes too late for that screenshot, but covers cases that the system does not report.
 */
export function watchSight(listener: (sight: Sight) => void, isAsking: () => boolean): () => void {
  const isIos = Capacitor.getPlatform() === 'ios';
  const cover = () => {
    if (!isAsking()) listener('covered');
  };
  const ends = [
    hear<{ readonly isActive: boolean }>(
      (tell) => App.addListener('appStateChange', tell),
      ({ isActive }) => {
        if (isActive) listener('seen');
        else if (isIos) cover();
        else listener('gone');
      },
    ),
    hear(
      (tell) => App.addListener('pause', () => tell(undefined)),
      () => (isIos ? listener('gone') : cover()),
    ),
  ];
  const byPage = () => {
    // The app counts as visible only once the system reports it active.
    if (document.visibilityState === 'hidden') listener('gone');
  };
  document.addEventListener('visibilitychange', byPage);
  return () => {
    document.removeEventListener('visibilitychange', byPage);
    for (const end of ends) end();
  };
}
