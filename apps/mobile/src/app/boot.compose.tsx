import { isConsentGiven } from '@sealflow/domain/consent';
import { applyTheme, parseThemeSetting, setThemeListener } from '@sealflow/ui/styles/theme.util.ts';
import { StrictMode } from 'react';
import { applyLanguage } from '../i18n/index.ts';
import { loadPlatform, type PreferencesPort } from '../platform/index.ts';
import { fetchEnvironment, restoreEnvironment } from '../shell/environment.store.ts';
import { openAccountChannel } from './account-channel.util.ts';
import { App } from './app.component.tsx';
import { trackKeyboard } from './keyboard-visibility.util.ts';
import { countLaunch } from './launch-count.usecases.ts';
import { preloadFirstScreen, ScreenLoadError } from './lazy-screen.util.ts';
import { isPrerendered, renderInto } from './prerendered/take-over.compose.tsx';
import { guestScreens } from './screens.compose.ts';
import { createServices } from './services.compose.ts';
import { whenSessionIsRead } from './session-read.util.ts';

const parseFlag = (stored: string | null) => (stored === null ? null : stored === 'true');

async function readConsent(preferences: PreferencesPort): Promise<boolean> {
  return isConsentGiven({
    isAgreeLicence: parseFlag(await preferences.get('isAgreeLicence')),
    privacyGuidelines: parseFlag(await preferences.get('privacyGuidelines')),
  });
}

/** A user can fill in the form of the document meanwhile. */
const longestFormWaitMs = 10_000;

/** Calls `work` after the next paint. A hidden page is not painted. */
function whenPainted(work: () => void): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}

/** Loads platform, language and theme before the first paint, so that the first paint does not flicker. */
export async function boot(root: HTMLElement): Promise<void> {
  const firstScreen = guestScreens[window.location.pathname];
  if (firstScreen) preloadFirstScreen(firstScreen);
  const platform = await loadPlatform();
  const { preferences } = platform;
  const [language, theme, consentGiven] = await Promise.all([
    preferences.get('language'),
    preferences.get('theme'),
    readConsent(preferences),
    restoreEnvironment({ preferences }),
  ]);
  setThemeListener((shown) => void platform.systemBars.setStyle(shown).catch(() => undefined));
  trackKeyboard(platform.keyboard);
  applyTheme(parseThemeSetting(theme));
  await applyLanguage(language === 'zh' || language === 'en' ? language : 'auto');
  await countLaunch(preferences);
  let onReturning = (): void => undefined;
  const services = createServices({
    platform,
    announce: openAccountChannel(),
    onReturning: () => onReturning(),
  });
  if (consentGiven) {
    void services.session.start();
    await whenSessionIsRead(
      (listener) => {
        onReturning = listener;
      },
      isPrerendered(root) ? longestFormWaitMs : undefined,
    );
  }
  // The screen shows a load failure itself, with a retry; any other failure is a bug and is reported.
  const onCaughtError = (error: unknown) => {
    if (!(error instanceof ScreenLoadError)) reportError(error);
  };
  const app = (
    <StrictMode>
      <App
        platform={platform}
        services={services}
        consentGiven={consentGiven}
        isSessionStarted={consentGiven}
      />
    </StrictMode>
  );
  renderInto(root, app, { onCaughtError });
  whenPainted(() => void fetchEnvironment({ api: services.api, preferences }));
}
