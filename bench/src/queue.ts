import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { consented } from './app-browser.ts';
import { type Account, type AppService, startAppService } from './app-service.ts';
import { median, quantile, rounded } from './stats.ts';

const taskCount = 51;
const contract = fileURLToPath(new URL('../../apps/server/demo/documents/采购合同.pdf', import.meta.url));

async function call<T>(
  service: AppService,
  path: string,
  token: string,
  body?: object | FormData,
): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await fetch(service.origin + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function tokenOf(service: AppService, { username, password }: Account): Promise<string> {
  const credentials = { username, password };
  return (await call<{ token: string }>(service, '/api/v1/auth/token', '', credentials)).token;
}

/** Creates the tasks, each with a sealed document. @returns a word that only their titles contain. */
async function createTasks(service: AppService): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sealflow-queue-'));
  try {
    const plain = join(folder, 'contract.pdf');
    await copyFile(contract, plain);
    const bytes = await readFile(await service.seal(plain));
    const token = await tokenOf(service, service.account);
    const about = randomUUID().slice(0, 8);
    const { tid } = service;
    const { token: fileToken } = await call<{ token: string }>(
      service,
      `/api/v1/tenants/${tid}/file-token`,
      token,
      {},
    );
    for (let index = 0; index < taskCount; index += 1) {
      const form = new FormData();
      form.append('file1', new Blob([bytes]), 'contract.pdf');
      const { uri } = await call<{ uri: string }>(service, '/api/v1/files', fileToken, form);
      const title = `${about} ${index + 1}/${taskCount}`;
      const application = { type: 'file_decryption', title, description: '', files: [uri] };
      await call(service, `/api/v1/tenants/${tid}/user-flows`, token, application);
    }
    return about;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Signs the approver in to the organisation of the tasks. */
async function signInTo(page: Page, { origin, approver, tenantName }: AppService): Promise<void> {
  await page.goto(`${origin}/pwdlogin`);
  await page.locator('input[autocomplete="username"]').fill(approver.username);
  await page.locator('input[type="password"]').fill(approver.password);
  await page.locator('input[type="checkbox"]').check();
  await page.locator('button[type="submit"]').click();
  await page.getByRole('button', { name: tenantName }).click();
  await page.waitForURL('**/sessionlist');
}

/** Measures in the page: from each press of the key that decides to the frame that shows another task. */
const measureNext = (page: Page) =>
  page.evaluate(() => {
    const titleOf = () => document.querySelector('[data-pane="detail"] article h2')?.textContent ?? '';
    const isForm = () => location.pathname === '/taskagree';
    window.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'a' || !isForm()) return;
        const before = new URLSearchParams(location.search).get('flowID');
        performance.mark('decided');
        const look = () => {
          const { searchParams, pathname } = new URL(location.href);
          const isNext = pathname.startsWith('/flowinfo') && searchParams.get('flowID') !== before;
          if (!isNext || titleOf() === '') requestAnimationFrame(look);
          // The frame that has the task is painted before the next callback.
          else requestAnimationFrame(() => performance.measure('next', 'decided'));
        };
        requestAnimationFrame(look);
      },
      true,
    );
  });

/** Waits until a task is on the screen with its own document beside it. The address changes before the screen does. */
async function waitForTask(page: Page): Promise<void> {
  await page.locator('[data-pane="detail"] article h2').waitFor();
  await page.waitForFunction(() => {
    const preview = new URLSearchParams(location.search).get('preview');
    // A document alone has no tab.
    const tab = document.querySelector<HTMLElement>('[role="dialog"] [role="tab"][aria-selected="true"]');
    return preview !== null && (tab === null || tab.dataset['tab'] === preview);
  });
  await page.getByRole('dialog').locator('canvas').first().waitFor();
}

/** Decides one task: the key opens the form, the same key decides. */
async function decide(page: Page, flowID: string): Promise<void> {
  await waitForTask(page);
  await page.keyboard.press('a');
  // The task has the same key and stays until the form is loaded.
  await page
    .locator('[data-pane="detail"] [aria-keyshortcuts="A"]:not([disabled])')
    .filter({ hasText: '确认' })
    .waitFor();
  await page.keyboard.press('a');
  await page.waitForFunction(
    (id) => !location.search.includes(id) && location.pathname.startsWith('/flowinfo'),
    flowID,
  );
}

/**
 * Fifty tasks decided from the keyboard with their documents beside them, in the built app with a local service: the time
 * from the key that decides to the next task, and whether all decisions have reached the service at the end.
 */
export async function run() {
  const service = await startAppService();
  const profile = mkdtempSync(join(tmpdir(), 'sealflow-profile-'));
  // A profile on the disk, as people have one: a private window sends each file operation of the database to another process.
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunchOptions(),
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    serviceWorkers: 'block',
  });
  try {
    const about = await createTasks(service);
    await consented(context);
    const page = await context.newPage();
    await signInTo(page, service);
    await page.goto(`${service.origin}/approval?list=tasks&state=awaiting&keyword=${about}`);
    await page.locator('#list-pane li button').nth(5).waitFor();
    await measureNext(page);
    // The keys act as soon as their code is loaded.
    for (;;) {
      await page.keyboard.press('j');
      if (new URL(page.url()).pathname.startsWith('/flowinfo')) break;
      await page.waitForTimeout(100);
    }
    await page.locator('[data-pane="detail"] article').waitFor();
    await page.keyboard.press('o');
    for (let decided = 0; decided < taskCount - 1; decided += 1)
      await decide(page, new URL(page.url()).searchParams.get('flowID') ?? '');
    const times = await page.evaluate(() =>
      performance.getEntriesByName('next').map(({ duration }) => duration),
    );
    const sorted = times.toSorted((one, other) => one - other);
    return {
      next: {
        p50Ms: rounded(median(times), 0),
        p95Ms: rounded(quantile(sorted, 0.95), 0),
        maxMs: rounded(sorted.at(-1) ?? 0, 0),
      },
      decided: await countDecided(page, service, about),
    };
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
    await service.stop();
  }
}

/** Number of the tasks that the service has as decided, once the time to undo the last one is over. */
async function countDecided(page: Page, service: AppService, about: string): Promise<number> {
  const token = await tokenOf(service, service.approver);
  const filter = encodeURIComponent(JSON.stringify({ state: 'processed', keyword: about }));
  const path = `/api/v1/tenants/${service.tid}/user-tasks?skip=0&limit=1&filter=${filter}`;
  const deadline = Date.now() + 15_000;
  for (;;) {
    const { total } = await call<{ total: number }>(service, path, token);
    if (total === taskCount - 1 || Date.now() > deadline) return total;
    await page.waitForTimeout(250);
  }
}
