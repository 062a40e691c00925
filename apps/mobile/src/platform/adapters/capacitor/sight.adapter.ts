import { App } from '@capacitor/app';
import { Capacitor } from '@capacitor/core';
import type { Sight } from '../../ports/app-lock.port.ts';
import { hear } from './events.adapter.ts';

/**
 * Whether the app is before the person's eyes. Android pauses it when something lies over it and stops it when it is
 * gone; iOS makes it inactive first, takes its picture, and has it enter the background then. The page's own visibility
 * comes too late for that picture, and tells what the system does not.
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
    // Back in sight it is only once the system says that it is active.
    if (document.visibilityState === 'hidden') listener('gone');
  };
  document.addEventListener('visibilitychange', byPage);
  return () => {
    document.removeEventListener('visibilitychange', byPage);
    for (const end of ends) end();
  };
}
