// Starts the service and the browser pages for the pictures, and takes the pictures.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findNode, root, ScriptError } from '../toolchain.mjs';

const port = process.env.PORT ?? '8123';
export const origin = `http://localhost:${port}`;
export const picturesFolder = join(root, 'docs', 'pictures');
const maxPictureBytes = 120 * 1024;

/** The path of an unencrypted file of the demo. */
export const demoFile = (name) => join(root, 'apps/server/demo/documents', name);

/**
 * Starts the service with a new database.
 * @param {{ hasDemo: boolean }} options - whether the database contains the demo.
 * @throws {ScriptError} if the service ends early.
 */
export async function startService({ hasDemo }) {
  const data = mkdtempSync(join(tmpdir(), 'sealflow-pictures-'));
  // If this script runs as root, PostgreSQL runs as another user, who needs access to this folder.
  chmodSync(data, 0o711);
  const env = {
    ...process.env,
    PORT: port,
    DATA_DIR: join(data, 'data'),
    MASTER_KEY_FILE: join(data, 'master.key'),
    SEED_DEMO: String(hasDemo),
  };
  const child = spawn(findNode(), [join(root, 'apps/server/src/main.ts')], { env, stdio: 'ignore' });
  process.once('exit', () => child.kill('SIGKILL'));
  const isReady = () =>
    fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new ScriptError(`The service ended with exit code ${child.exitCode}.`);
    await wait(100);
  }
  const runCli = (args, input = '') =>
    execFileSync(findNode(), [join(root, 'apps/server/src/cli/main.ts'), ...args], {
      env,
      input,
      encoding: 'utf8',
    });
  const cli = (...args) => runCli(args);
  const cliJson = (...args) =>
    JSON.parse(
      cli(...args, '--json')
        .trim()
        .split('\n')
        .at(-1),
    );
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(data, { recursive: true, force: true });
  };
  return { cli, cliJson, runCli, stop, data };
}

/** Waits until the page has loaded all content and no animation runs. */
async function waitUntilStill(page) {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null))),
  );
}

/** Stores a picture of the page as `docs/pictures/<name>.png`. */
export async function takePicture(page, name) {
  await waitUntilStill(page);
  await page.mouse.move(0, 0);
  const path = join(picturesFolder, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path });
}

/**
 * Takes a picture as `takePicture`, and reduces its size if `pngquant` is installed.
 * @throws {ScriptError} if the picture is too large.
 */
export async function takeSmallPicture(page, name) {
  await takePicture(page, name);
  const path = join(picturesFolder, `${name}.png`);
  spawnSync('pngquant', ['--force', '--strip', '--skip-if-larger', '--output', path, '96', path]);
  const { size } = statSync(path);
  if (size > maxPictureBytes)
    throw new ScriptError(`${path} has ${size} bytes, more than ${maxPictureBytes}: install pngquant.`);
}

/** Opens a page with a new profile. The one-time offer of notifications is disabled. */
export async function openPage(browser, options) {
  const stableOptions = { colorScheme: 'light', reducedMotion: 'reduce', serviceWorkers: 'block' };
  const context = await browser.newContext({ hasTouch: true, isMobile: true, ...stableOptions, ...options });
  await context.addInitScript(() => localStorage.setItem('push', 'off'));
  return context.newPage();
}

/** Encrypts a file of the demo. @returns the path of the encrypted file. */
export function seal({ cli, data }, { source, tenant, owner, folder = '', more = [] }) {
  mkdirSync(join(data, folder), { recursive: true });
  const out = join(data, folder, `${source}.tdf`);
  cli('seal', demoFile(source), '--tenant', tenant, '--owner', owner, '--out', out, ...more);
  return out;
}

/** Presses a button that opens the file chooser, and chooses the file. */
export async function chooseFile(page, button, file) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).click();
  await (await chooser).setFiles(file);
}
