import { loadTexts } from '../i18n/index.ts';
import { paths } from '../shell/navigation/paths.rules.ts';
import { preloadScreen } from './lazy-screen.util.ts';
import { signedInScreens } from './screens.compose.ts';

/** Loads the code of a returning user's first screen while the session request is still pending. */
export function preloadSignedIn(): void {
  const screen = signedInScreens[window.location.pathname] ?? signedInScreens[paths.sessionlist];
  const parts = [
    import('./signed-in.component.tsx'),
    loadTexts(),
    ...(screen ? [preloadScreen(screen)] : []),
  ];
  // A failed load is repeated by the component that needs it, which then shows the failure.
  void Promise.allSettled<unknown>(parts);
}
