import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver';
import { build } from 'vite';

const browserProgram = join(import.meta.dirname, 'webkit-browser.js');
const startTimeoutMs = 60_000;
const scriptTimeoutMs = 120_000;

export type BrowserOptions = {
  readonly width: number;
  readonly height: number;
  readonly language: string;
  readonly isDark: boolean;
  /** Without a profile the window is private: no private file system of the origin, and no stored data. */
  readonly isPrivate: boolean;
  readonly userAgent?: string | undefined;
  /** Scales all text, like Safari’s own setting. */
  readonly textScale: number;
};

export type Geolocation = {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy?: number;
};

let inPageScript: Promise<string> | undefined;

/** The script that finds elements in the page, as one file. */
function bundleInPageScript(): Promise<string> {
  inPageScript ??= build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      write: false,
      target: 'safari16',
      lib: {
        entry: join(import.meta.dirname, 'in-page.ts'),
        formats: ['iife'],
        name: 'sealflowInPageBundle',
      },
    },
  }).then((built) => {
    const [result] = Array.isArray(built) ? built : [built];
    if (!result || !('output' in result)) throw new Error('in-page script has no output');
    return result.output[0].code;
  });
  return inPageScript;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no TCP port is free');
  return address.port;
}

/** A virtual display with a WebKitWebDriver. The driver has one session at a time, so each browser has its own. */
class DriverServer {
  readonly #processes: readonly ChildProcess[];
  readonly url: string;
  /** The console messages of the browser’s pages. */
  readonly consoleLines: string[] = [];

  private constructor(processes: readonly ChildProcess[], url: string) {
    this.#processes = processes;
    this.url = url;
  }

  static async start(): Promise<DriverServer> {
    const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const [number] = (await once(display.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
    const port = await freePort();
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        DISPLAY: `:${number.toString().trim()}`,
        LC_ALL: 'C.UTF-8',
        // A test machine has neither a session bus nor a graphics card.
        NO_AT_BRIDGE: '1',
        GSETTINGS_BACKEND: 'memory',
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        LIBGL_ALWAYS_SOFTWARE: '1',
      },
    });
    const server = new DriverServer([driver, display], `http://127.0.0.1:${port}`);
    createInterface(driver.stdout).on('line', (line) => {
      if (line.startsWith('CONSOLE ') || /: CONSOLE /.test(line)) server.consoleLines.push(line);
    });
    const endMs = performance.now() + startTimeoutMs;
    for (;;) {
      const isUp = await fetch(`${server.url}/status`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isUp) return server;
      if (performance.now() > endMs) throw new Error('WebKitWebDriver did not start');
      await delay(50);
    }
  }

  async stop(): Promise<void> {
    for (const child of this.#processes) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
}

/** A window of a session. */
export type DriverWindow = {
  /** Runs commands in the window and one of its frames. */
  inFrames<T>(frames: readonly string[], work: (session: WebKitSession) => Promise<T>): Promise<T>;
};

type ScriptResult = { readonly value?: unknown; readonly error?: string };
/** A function, or its source. */
type Script = ((...args: never[]) => unknown) | string;

/** A browser with its profile. Commands of all its windows are sequential, because WebDriver has one current window. */
export class WebKitSession {
  readonly driver: WebDriver;
  /** The download folder. Each download has its own folder with the suggested name. */
  readonly downloads: string;
  readonly consoleLines: readonly string[];
  readonly #server: DriverServer;
  readonly #profile: string;
  readonly #inPage: string;
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(parts: { driver: WebDriver; server: DriverServer; profile: string; inPage: string }) {
    this.driver = parts.driver;
    this.consoleLines = parts.server.consoleLines;
    this.downloads = join(parts.profile, 'downloads');
    this.#server = parts.server;
    this.#profile = parts.profile;
    this.#inPage = parts.inPage;
  }

  static async start(options: BrowserOptions): Promise<WebKitSession> {
    const [server, inPage] = await Promise.all([DriverServer.start(), bundleInPageScript()]);
    const profile = mkdtempSync(join(tmpdir(), 'sealflow-webkit-'));
    const args = [
      `--profile=${profile}`,
      `--width=${options.width}`,
      `--height=${options.height}`,
      `--language=${options.language}`,
      ...(options.isDark ? ['--dark'] : []),
      ...(options.isPrivate ? ['--private'] : []),
      `--text-scale=${options.textScale}`,
      ...(options.userAgent === undefined ? [] : [`--user-agent=${options.userAgent}`]),
    ];
    const capabilities = new Capabilities({ browserName: 'SealflowWebKit' });
    capabilities.set('webkitgtk:browserOptions', { binary: browserProgram, args });
    const driver = await new Builder()
      .usingServer(server.url)
      .disableEnvironmentOverrides()
      .withCapabilities(capabilities)
      .build();
    await driver.manage().setTimeouts({ script: scriptTimeoutMs, pageLoad: scriptTimeoutMs, implicit: 0 });
    return new WebKitSession({ driver, server, profile, inPage });
  }

  /** Adds a script that runs before the scripts of each page that loads later. */
  async addInitScript(source: string): Promise<void> {
    await appendFile(join(this.#profile, 'init-scripts.js'), `;(() => {\n${source}\n})();\n`);
  }

  /** Sets the answer to later permission requests, and the position. */
  async allow(permissions: readonly string[]): Promise<void> {
    await writeFile(join(this.#profile, 'permissions.json'), JSON.stringify(permissions));
  }

  async setGeolocation(position: Geolocation): Promise<void> {
    await writeFile(join(this.#profile, 'geolocation.json'), JSON.stringify(position));
  }

  /** Opens a window. WebDriver requires an existing window for each command. */
  openWindow(existing: string): Promise<string> {
    return this.in(existing, [], async () => {
      await this.driver.switchTo().newWindow('tab');
      return this.driver.getWindowHandle();
    });
  }

  /** Runs commands in one window and frame without interleaved commands of another window. */
  in<T>(window: string, frames: readonly string[], work: () => Promise<T>): Promise<T> {
    const run = this.#queue.then(async () => {
      await this.driver.switchTo().window(window);
      await this.driver.switchTo().defaultContent();
      for (const frame of frames) {
        const element = await this.#script<WebElement | null>(
          (selector: string) => window_one(selector),
          [frame],
        );
        if (element === null) throw new FrameMissing(frame);
        await this.driver.switchTo().frame(element);
      }
      return work();
    });
    this.#queue = run.catch(() => undefined);
    return run;
  }

  /** Calls a function in the current frame. It may use `sealflowInPage`. Its result must be JSON or an element. */
  call<T>(script: Script, ...args: readonly unknown[]): Promise<T> {
    return this.#script<T>(script, args);
  }

  async #script<T>(script: Script, args: readonly unknown[]): Promise<T> {
    const run = `
      const done = arguments[arguments.length - 1];
      if (!window.sealflowInPage) return done({ missing: true });
      const window_one = (selector) => sealflowInPage.one(selector);
      Promise.resolve()
        .then(() => (${script.toString()})(...arguments[0]))
        .then((value) => done({ value }), (error) => done({ error: String(error?.stack ? error + '\\n' + error.stack : error) }));`;
    const attempt = () => this.driver.executeAsyncScript<ScriptResult & { missing?: true }>(run, args);
    let result = await attempt();
    if (result.missing) {
      await this.driver.executeScript(this.#inPage);
      result = await attempt();
    }
    if (result.error !== undefined) throw new Error(result.error);
    return result.value as T;
  }

  async close(): Promise<void> {
    await this.driver.quit().catch(() => undefined);
    await this.#server.stop();
    // The browser’s processes write for a moment after their window closed.
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

/** In scripts only: see `#script`. */
declare function window_one(selector: string): WebElement | null;

export class FrameMissing extends Error {}
