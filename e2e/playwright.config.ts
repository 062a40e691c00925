import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from '../scripts/chromium.mjs';

/** Journeys that do not depend on language and width: browser features, network faults, killed pages, the keyboard. */
const once = /@once/;
const inOneProject = /[\\/](?:faults|installable|keyboard|media|new-version)\.spec\.ts$/;
/** A journey whose parts have tests of the service, of the app, and journeys of their own; it runs with TEST_FULL alone. */
const full = /@full/;
/** Tests both appearances itself. */
const inAnyColour = /[\\/]accessibility\.spec\.ts$/;
/** Large text is longest in English. */
const inEnglishAlone = /[\\/]large-text\.spec\.ts$/;
/** With TEST_FULL each journey of the app runs in both languages and colours; otherwise these run in English and the others in Chinese. */
const isFull = process.env['TEST_FULL'] === '1';
const inEnglish = /[\\/](?:messages|mine|sealing|work)\.spec\.ts$/;
/**
 * Dialog after dialog of the console, one start of the engine of exact pages after another, and long walks: through deputies, returns, the
 * areas of each role, the people of an organisation, the first day of an organisation, sign-in with two factors, and all screens with large text. Their parts have tests of
 * the service, of the app, and journeys of their own.
 */
const inFullAlone =
  /[\\/](?:absence|console-dialogs|console-live|console-people|console-roles|exact-series|large-text|newcomer|returns|second-factor)\.spec\.ts$/;
/** Journeys that differ on a wide screen. They run in that project only with TEST_FULL; `wide.spec.ts` sets its width itself. */
const onDesktop = /[\\/](?:accessibility|documents|main-journey|shell)\.spec\.ts$/;
/** `npm test` runs these journeys in WebKit and Firefox if they are installed. Their parts are journeys of their own in Chromium. */
const inOtherEngines =
  process.env['E2E_OTHER_ENGINES'] === '1' ? [/[\\/](?:dialogs|short-journey)\.spec\.ts$/] : [];

/** The headless shell installs no app, receives no push, and does not start the engine of exact pages. */
const inWholeChromium = /[\\/](?:exact-pages|installable)\.spec\.ts$/;
const phone = {
  viewport: { width: 360, height: 740 },
  locale: 'zh-CN',
  colorScheme: 'light' as const,
  hasTouch: true,
};

export default defineConfig({
  testDir: 'tests',
  globalSetup: './support/worker-service.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: false,
  // Each worker has a service of its own. A seventh of the time is waiting, so that two cores serve three workers.
  workers: 3,
  forbidOnly: true,
  retries: 0,
  ...(isFull ? {} : { grepInvert: full }),
  // Generous limits, because a busy machine is slow. Only a failing test waits for them.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: process.env['CI'] ? [['list'], ['json', { outputFile: '../test-results/e2e.json' }]] : 'list',
  use: {
    // Network faults are injected into requests of the page, which answers of a service worker bypass. Its own tests allow it.
    serviceWorkers: 'block',
    launchOptions: chromiumLaunchOptions({ prefersHeadlessShell: !isFull }),
    // Animations take processor time, and clicks wait for their end.
    ...(isFull ? {} : { contextOptions: { reducedMotion: 'reduce' as const } }),
    // Tracing adds a third to a run, so that it is on request.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    // The projects with few, long journeys begin: at the end of the run they would leave workers idle.
    ...(isFull
      ? []
      : [
          {
            name: 'zh-light-360-whole',
            testMatch: inWholeChromium,
            use: { ...phone, launchOptions: chromiumLaunchOptions() },
          },
        ]),
    {
      name: 'en-dark-412',
      ...(isFull ? { testIgnore: [inOneProject, inAnyColour], grepInvert: once } : { testMatch: inEnglish }),
      use: { viewport: { width: 412, height: 915 }, locale: 'en-US', colorScheme: 'dark', hasTouch: true },
    },
    {
      name: 'zh-light-360',
      testIgnore: isFull ? inEnglishAlone : [inEnglish, inFullAlone, inWholeChromium, ...inOtherEngines],
      use: phone,
    },
    ...(isFull
      ? [
          {
            name: 'zh-light-desktop',
            testMatch: onDesktop,
            grepInvert: once,
            use: { viewport: { width: 1280, height: 800 }, locale: 'zh-CN', colorScheme: 'light' as const },
          },
        ]
      : []),
    // The public OpenTDF web SDK is no dependency. OPENTDF_SDK is the folder of a built copy.
    ...(process.env['OPENTDF_SDK']
      ? [{ name: 'interop', testDir: 'interop', use: { locale: 'zh-CN' } }]
      : []),
  ],
});
