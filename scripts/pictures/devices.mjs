// Registers the devices in the picture of the area of devices: each member signs in to the app in a browser window of its own.
import { en } from '../../apps/mobile/src/i18n/en.ts';
import { zh } from '../../apps/mobile/src/i18n/zh.ts';
import { openPage, origin } from './service-and-pages.mjs';

const apps = { zh: { texts: zh, locale: 'zh-CN' }, en: { texts: en, locale: 'en-GB' } };
const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/148.0.0.0 Mobile Safari/537.36';
const desk =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/148.0.0.0 Safari/537.36 Edg/148.0.0.0';
const password = 'Guide@2026-device';

/**
 * Adds members with accounts that the organisation manages, and signs them in.
 * @param {{ browser: import('playwright').Browser, service: object, tid: string, language: 'zh' | 'en', department: string, owners: readonly { username: string, name: string }[] }} parts
 */
export async function registerDevices({ browser, service, tid, language, department, owners }) {
  const { texts, locale } = apps[language];
  for (const [index, { username, name }] of owners.entries()) {
    const account = ['--new-account', username, '--phone', `1390000300${index}`, '--password-file', '-'];
    service.runCli(['member', 'add', name, '--tenant', tid, '--org', department, ...account], password);
    const userAgent = index % 2 === 0 ? phone : desk;
    const page = await openPage(browser, { viewport: { width: 412, height: 800 }, locale, userAgent });
    await page.goto(origin);
    await page.getByRole('button', { name: texts.auth.agreeAndGoOn }).click();
    await page.getByRole('textbox', { name: texts.auth.username }).fill(username);
    await page.getByRole('textbox', { name: texts.auth.password }).fill(password);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: texts.auth.signIn, exact: true }).click();
    await page.waitForURL('**/sessionlist');
    await page.context().close();
  }
}
