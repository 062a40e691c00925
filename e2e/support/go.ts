import type { Page } from '@playwright/test';

/** Goes to an address within the running app, as a link would: no page is loaded for it. */
export const go = (page: Page, address: string) =>
  page.evaluate((to) => {
    window.history.pushState({ idx: Number(window.history.state?.idx ?? 0) + 1 }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  }, address);
