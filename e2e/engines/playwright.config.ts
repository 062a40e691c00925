import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';
import { engine } from './engine.ts';
import { excludedTags } from './excluded-journeys.ts';

const phone = { viewport: { width: 412, height: 915 }, locale: 'zh-CN', colorScheme: 'light' } as const;

/** Firefox over WebDriver BiDi. The launcher implements the commands that this release of Firefox lacks. */
const firefox = {
  ...phone,
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: join(import.meta.dirname, 'firefox-launcher.mjs'),
    firefoxUserPrefs: {
      // Sound plays without a user action, as with Chromium’s driver.
      'media.autoplay.default': 0,
      'media.autoplay.blocking_policy': 0,
      // Firefox’s audio requires a sound card.
      'media.cubeb.force_mock_context': true,
    },
  },
} as const;

/** Firefox’s driver cannot change the colour scheme, so a profile sets the dark one. */
const firefoxDark = {
  ...firefox,
  colorScheme: 'dark',
  launchOptions: {
    ...firefox.launchOptions,
    firefoxUserPrefs: {
      ...firefox.launchOptions.firefoxUserPrefs,
      'ui.systemUsesDarkTheme': 1,
      'layout.css.prefers-color-scheme.content-override': 0,
    },
  },
} as const;

/** Firefox’s driver cannot change the text size, so the profile sets it for each group of scripts. */
const firefoxLargeText = {
  ...firefox,
  launchOptions: {
    ...firefox.launchOptions,
    firefoxUserPrefs: Object.fromEntries(
      ['zh-CN', 'x-western', 'x-unicode'].map((scripts) => [`font.size.variable.${scripts}`, 32]),
    ),
  },
} as const;
const largeText = /large-text\.spec\.ts$/;

const projects = {
  chromium: [{ name: 'chromium', use: phone }],
  firefox: [
    { name: 'firefox', testIgnore: largeText, use: firefox },
    { name: 'firefox-large-text', testMatch: largeText, use: firefoxLargeText },
    { name: 'firefox-dark', testMatch: /accessibility\.spec\.ts$/, use: firefoxDark },
  ],
  webkit: [{ name: 'webkit', use: phone }],
};
const grepInvert = excludedTags[engine];

/** The journeys in the engine `E2E_ENGINE`, with the width of a phone and in Chinese. */
export default defineConfig({
  ...base,
  testDir: '../tests',
  // The few services of a run seed their own demo sooner than they would wait for a common one.
  globalSetup: [],
  outputDir: `../../test-results/engines-${engine}`,
  // WebKit starts the worker of a PDF in more than 30 s where two cores also run the service and Firefox.
  expect: { timeout: 60_000 },
  ...(grepInvert ? { grepInvert } : {}),
  projects: projects[engine],
});
