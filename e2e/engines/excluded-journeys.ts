import type { Engine } from './engine.ts';

/** The tags of journeys that require an ability which not every driver has, with the reason. */
export const tagReasons = {
  '@devtools':
    "needs Chromium's DevTools protocol (pushes, service workers, WebAuthn, a slow connection, the size of all text), or is about Android's WebView",
  '@isolated-world': "takes away globals that WebDriver's own scripts share with the page",
  '@requests':
    "listens to every response of a page, of which WebKit's driver knows the address and the status only",
  '@clock': "needs a driver that sets the page's clock, which WebKit's does not",
} as const;

/** The tags of the journeys that do not run in an engine. */
export const excludedTags: Readonly<Record<Engine, RegExp | undefined>> = {
  chromium: undefined,
  firefox: /@devtools/,
  webkit: /@devtools|@clock|@isolated-world|@requests/,
};
