import type { Page } from '@playwright/test';

/** Navigates within the running app, like a link, without a page load. */
export const navigate = (page: Page, address: string) =>
  page.evaluate((to) => {
    window.history.pushState({ idx: Number(window.history.state?.idx ?? 0) + 1 }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  }, address);
