// npm run pictures: drives the real app on the demo's data and writes docs/pictures.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';
import { ensureBuilt } from './build-app.mjs';
import { chromiumLaunchOptions } from './chromium.mjs';
import { ensureInstalled, findNode, root, runMain } from './toolchain.mjs';

const folder = join(root, 'docs', 'pictures');
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'zh-CN' };
const port = process.env.PORT ?? '8123';
const origin = `http://localhost:${port}`;

/** The real service on a database of its own. */
async function startService() {
  const data = mkdtempSync(join(tmpdir(), 'sealflow-pictures-'));
  // Root's database runs as another account, and lies inside only where that account may pass.
  chmodSync(data, 0o711);
  const env = {
    ...process.env,
    PORT: port,
    DATA_DIR: join(data, 'data'),
    MASTER_KEY_FILE: join(data, 'master.key'),
  };
  const child = spawn(findNode(), [join(root, 'apps/server/src/main.ts')], { env, stdio: 'ignore' });
  process.once('exit', () => child.kill('SIGKILL'));
  const isUp = () =>
    fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) await wait(100);
  const cli = (...args) =>
    execFileSync(findNode(), [join(root, 'apps/server/src/cli/main.ts'), ...args], { env, encoding: 'utf8' });
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(data, { recursive: true, force: true });
  };
  return { cli, stop, data };
}

/** What stands still, with every picture and font there. */
async function settled(page) {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null))),
  );
}

async function shoot(page, name) {
  await settled(page);
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

async function signIn(page, { username, password }, tenant) {
  await page.goto(origin);
  await page.locator('dialog button').last().click();
  await page.locator('input[type="password"]').waitFor();
  await shoot(page, 'sign-in');
  await page.locator('input[autocomplete="username"]').fill(username);
  await page.locator('input[type="password"]').fill(password);
  await page.getByRole('checkbox').check();
  await page.locator('button[type="submit"]').click();
  await page.getByText(tenant.name).first().waitFor();
  if (page.url().endsWith('/pwdlogin')) await page.getByRole('button', { name: tenant.name }).click();
  await page.waitForURL('**/sessionlist');
}

async function walk(page, { cli, data }) {
  const demo = JSON.parse(cli('demo', '--json').trim().split('\n').at(-1));
  const approver = demo.accounts.find(({ role }) => role === 'approver');
  const tenant = demo.tenants.find(({ serviceVersion }) => serviceVersion.startsWith('eds-pro_16'));
  await signIn(page, approver, tenant);
  await page.locator('main li').first().waitFor();
  await shoot(page, 'messages');

  const sealed = join(data, '采购合同.pdf.tdf');
  const source = join(root, 'apps/server/demo/documents/采购合同.pdf');
  cli('seal', source, '--tenant', tenant.id, '--owner', approver.username, '--out', sealed);
  await page.getByRole('link', { name: '文档' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '打开文件' }).click();
  await (await chooser).setFiles(sealed);
  await page.getByRole('dialog').locator('canvas').first().waitFor();
  await page
    .getByRole('button', { name: /第 1 页/ })
    .first()
    .waitFor();
  await shoot(page, 'preview');
  await page.goBack();

  await page.getByRole('link', { name: '工作' }).click();
  await page.locator('main li').first().waitFor();
  await shoot(page, 'work');
  await page.goto(`${origin}/approval?list=tasks`);
  await page.locator('main li button').first().click();
  await page.waitForURL('**/flowinfo16?**');
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await shoot(page, 'task');
  await page.emulateMedia({ colorScheme: 'dark' });
  await shoot(page, 'dark');
}

await runMain(async () => {
  ensureInstalled();
  if (process.env.APP_DIR === undefined) ensureBuilt();
  mkdirSync(folder, { recursive: true });
  const service = await startService();
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const still = { colorScheme: 'light', reducedMotion: 'reduce', serviceWorkers: 'block' };
    const context = await browser.newContext({ ...phone, ...still });
    // What is offered once is not what is seen every day.
    await context.addInitScript(() => localStorage.setItem('push', 'off'));
    await walk(await context.newPage(), service);
  } finally {
    await browser.close();
    await service.stop();
  }
});
