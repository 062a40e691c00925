/** Finds the path of this system's Chromium. The tests never download a browser. */
export function findChromium(): string | undefined;

/** Options for Playwright's `launchOptions` that start Chromium without network requests of its own. */
export function chromiumLaunchOptions(): {
  executablePath?: string;
  env: NodeJS.ProcessEnv;
  args: string[];
};
