import { existsSync } from 'node:fs';

const candidates = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The browser of this machine: tests use the system's Chromium, never a downloaded build.
 * @returns {string | undefined} its path, or undefined where there is none.
 */
export function findChromium() {
  return candidates.find((path) => path && existsSync(path));
}

/**
 * Options that start Chromium without talking to anyone.
 * @returns {{ executablePath?: string, env: NodeJS.ProcessEnv, args: string[] }} for Playwright's `launchOptions`.
 */
export function chromiumLaunchOptions() {
  const executablePath = findChromium();
  return {
    ...(executablePath ? { executablePath } : {}),
    // Without a locale of UTF-8 it cannot be handed files with Chinese names.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
