/** The browser of this machine: tests use the system's Chromium, never a downloaded build. */
export function findChromium(): string | undefined;

/** Options that start Chromium without talking to anyone, for Playwright's `launchOptions`. */
export function chromiumLaunchOptions(): {
  executablePath?: string;
  env: NodeJS.ProcessEnv;
  args: string[];
};
