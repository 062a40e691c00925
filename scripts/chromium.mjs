import { existsSync } from 'node:fs';

const candidates = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds the Chromium of this system. The tests never download a browser.
 * @returns {string | undefined} its path, or undefined if it is not installed.
 */
export function findChromium() {
  return candidates.find((path) => path && existsSync(path));
}

/** Chromium without its windows. It draws pages with the same engine and needs a fifth less processor time. */
const headlessShell = '/usr/bin/chromium-headless-shell';

/** @returns {string | undefined} the path of Chromium's headless shell, or undefined if it is not installed. */
export const findHeadlessShell = () => (existsSync(headlessShell) ? headlessShell : undefined);

/**
 * The features that Playwright disables (`chromiumSwitches.ts`). Chromium reads the last `--disable-features` only, so a longer
 * list repeats them.
 */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Each window prepares two pages for the menus of its address bar, which takes more processor time than most tests. */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * Options that start Chromium without network requests of its own.
 * @param {{ prefersHeadlessShell?: boolean }} [options] - whether the headless shell runs if it is installed and CHROMIUM_PATH names no browser.
 * @returns {{ executablePath?: string, env: NodeJS.ProcessEnv, args: string[] }} for Playwright's `launchOptions`.
 */
export function chromiumLaunchOptions({ prefersHeadlessShell = false } = {}) {
  const shell = prefersHeadlessShell && !process.env['CHROMIUM_PATH'] ? findHeadlessShell() : undefined;
  const executablePath = shell ?? findChromium();
  return {
    ...(executablePath ? { executablePath } : {}),
    // Chromium can open files with Chinese names only in a UTF-8 locale.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...disabledByPlaywright, ...addressBarPages].join(',')}`,
    ],
  };
}
