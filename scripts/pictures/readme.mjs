// Takes the pictures of README.md and README.zh-CN.md.
import { zh } from '../../apps/mobile/src/i18n/zh.ts';
import { chooseFile, openPage, origin, seal, takePicture } from './service-and-pages.mjs';

const phone = { viewport: { width: 360, height: 740 }, locale: 'zh-CN' };

/** @param {{ browser: import('playwright').Browser, service: object }} parts */
export async function takeReadmePictures({ browser, service }) {
  const page = await openPage(browser, phone);
  const demo = service.cliJson('demo');
  const approver = demo.accounts.find(({ role }) => role === 'approver');
  const tenant = demo.tenants.find(({ serviceVersion }) => serviceVersion.startsWith('eds-pro_16'));
  await signIn(page, approver, tenant);
  await page.locator('main li').first().waitFor();
  await takePicture(page, 'messages');

  const sealed = seal(service, {
    source: '采购合同.pdf',
    tenant: tenant.id,
    owner: approver.username,
    folder: 'readme',
  });
  await page.getByRole('link', { name: zh.shell.tabs.documents }).click();
  await chooseFile(page, zh.documents.open, sealed);
  await page.getByRole('dialog').locator('canvas').first().waitFor();
  await page
    .getByRole('button', { name: /第 1 页/ })
    .first()
    .waitFor();
  await takePicture(page, 'preview');
  await page.goBack();

  await page.getByRole('link', { name: zh.shell.tabs.work }).click();
  await page.locator('main li').first().waitFor();
  await takePicture(page, 'work');
  await page.goto(`${origin}/approval?list=tasks`);
  await page.locator('main li button').first().click();
  await page.waitForURL('**/flowinfo16?**');
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await takePicture(page, 'task');
  await page.emulateMedia({ colorScheme: 'dark' });
  await takePicture(page, 'dark');
  await page.context().close();
}

async function signIn(page, { username, password }, tenant) {
  await page.goto(origin);
  await page.locator('dialog button').last().click();
  await page.locator('input[type="password"]').waitFor();
  await takePicture(page, 'sign-in');
  await page.locator('input[autocomplete="username"]').fill(username);
  await page.locator('input[type="password"]').fill(password);
  await page.getByRole('checkbox').check();
  await page.locator('button[type="submit"]').click();
  await page.getByText(tenant.name).first().waitFor();
  if (page.url().endsWith('/pwdlogin')) await page.getByRole('button', { name: tenant.name }).click();
  await page.waitForURL('**/sessionlist');
}
