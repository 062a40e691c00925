import type { AppBadgePort } from '../../ports/app-badge.port.ts';

/** The Badging API: installed apps in Chromium and Safari have it; other browsers have no icon. */
export function createWebAppBadge(): AppBadgePort {
  const browser: Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>> = navigator;
  return {
    async show(count) {
      // A browser may reject it for pages that are not installed.
      await (count > 0 ? browser.setAppBadge?.(count) : browser.clearAppBadge?.())?.catch(() => undefined);
    },
  };
}
