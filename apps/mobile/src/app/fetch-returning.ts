import { loadTexts } from '../i18n/index.ts';
import { fetchScreen } from './lazy-screen.ts';
import { signedInScreens } from './screens.ts';
import { paths } from './shell/paths.ts';

/** The code that whoever returns is shown first, fetched while the service is still asked who they are. */
export function fetchReturning(): void {
  const screen = signedInScreens[window.location.pathname] ?? signedInScreens[paths.sessionlist];
  const parts = [import('./signed-in.component.tsx'), loadTexts(), ...(screen ? [fetchScreen(screen)] : [])];
  // What does not come now is asked for again where it is shown, which then says so.
  void Promise.allSettled<unknown>(parts);
}
