/** Finds the path of this system's Chromium. The tests never download a browser. */
export function findChromium(): string | undefined;

/** Finds the path of Chromium's headless shell, which draws pages with the same engine and less processor time. */
export function findHeadlessShell(): string | undefined;

/**
 * Options for Playwright's `launchOptions` that start Chromium without network requests of its own.
 *
 * @param options.prefersHeadlessShell - whether the headless shell runs if it is installed and CHROMIUM_PATH names no browser.
 */
export function chromiumLaunchOptions(options?: { readonly prefersHeadlessShell?: boolean }): {
  executablePath?: string;
  env: NodeJS.ProcessEnv;
  args: string[];
};
