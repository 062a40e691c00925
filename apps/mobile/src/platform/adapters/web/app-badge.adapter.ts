import type { AppBadgePort } from '../../ports/app-badge.port.ts';

/** The Badging API: installed apps in Chromium and Safari have it; elsewhere there is no icon to mark. */
export function createWebAppBadge(): AppBadgePort {
  const browser: Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>> = navigator;
  return {
    async show(count) {
      // A browser may forbid it to pages that are not installed.
      await (count > 0 ? browser.setAppBadge?.(count) : browser.clearAppBadge?.())?.catch(() => undefined);
    },
  };
}
