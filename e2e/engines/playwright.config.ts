import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';
import { engine } from './engine.ts';

/** Firefox by WebDriver BiDi; the launcher answers the commands that this release of Firefox does not have yet. */
const firefox = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  colorScheme: null,
  launchOptions: { executablePath: join(import.meta.dirname, 'firefox-launcher.mjs') },
} as const;

/** The journeys in one engine, that of `E2E_ENGINE`: on a phone's width, in Chinese. */
export default defineConfig({
  ...base,
  testDir: '../tests',
  outputDir: `../../test-results/engines-${engine}`,
  projects: [
    {
      name: engine,
      use: {
        viewport: { width: 412, height: 915 },
        locale: 'zh-CN',
        colorScheme: 'light',
        ...(engine === 'firefox' ? firefox : {}),
      },
    },
  ],
});
