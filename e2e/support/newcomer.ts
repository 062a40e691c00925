import { readFile, writeFile } from 'node:fs/promises';
import { utils, write } from '@e965/xlsx';
import type { Page } from '@playwright/test';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { openTestSms } from '../../apps/server/testing/sms.ts';
import { openTestSmtp, type TestSmtp } from '../../apps/server/testing/smtp.ts';
import { type App, expect } from './app.ts';
import { openArea, openRow, pressIn } from './console.ts';
import type { SetupAssistant } from './console-assistant.ts';
import { choose, pressKey, reach, typeInto } from './keyboard.ts';

const { accounts, agreements, common, imports, people } = zh;

/** The fragment of the set-up link that the service printed at its first start. */
export async function printedSetupToken(): Promise<string> {
  const log = await readFile(process.env['E2E_LOG'] ?? '', 'utf8');
  const token = /\/console\/setup(#\S+)/.exec(log)?.[1];
  if (token === undefined) throw new Error(`the service printed no set-up link: ${log}`);
  return token;
}

/**
 * Sets up a mail server with TLS and sign-in and an SMS gateway. Both receive their test messages.
 * @returns the mail server, which the caller closes.
 */
export async function setUpDelivery(assistant: SetupAssistant): Promise<TestSmtp> {
  const [key, cert] = await Promise.all(
    ['E2E_TLS_KEY', 'E2E_TLS_CERT'].map((variable) => readFile(process.env[variable] ?? '')),
  );
  if (key === undefined || cert === undefined) throw new Error('the worker created no certificate');
  const login = { user: 'mailer', password: 'secret' };
  const [smtp, sms] = await Promise.all([openTestSmtp({ tls: { key, cert }, login }), openTestSms()]);
  try {
    const to = 'ops@example.com';
    await assistant.setUpMail(smtp.url, { from: 'Sealflow <noreply@example.com>', to });
    expect(smtp.mails).toMatchObject([{ from: 'noreply@example.com', to: [to] }]);
    await assistant.setUpSms(sms.url, { token: 'secret-token', to: '13800001111' });
    expect(sms.messages).toMatchObject([{ to: expect.stringMatching(/13800001111$/), purpose: 'notice' }]);
    expect(sms.headers[0]?.authorization).toBe('Bearer secret-token');
    return smtp;
  } catch (error) {
    await smtp.close();
    throw error;
  } finally {
    await sms.close();
  }
}

type PersonRow = { readonly [heading: string]: string };

/** The heading that the console does not recognise: the administrator chooses its field. */
const usernameHeading = '登录标识';

export const personRow = (number: number, name: string, run: string): PersonRow => ({
  姓名: name,
  部门: number % 2 === 0 ? '总部/研发部' : '总部/市场部',
  角色: '',
  [usernameHeading]: `${run}-${String(number).padStart(3, '0')}`,
  手机号: `1390000${String(number).padStart(4, '0')}`,
  邮箱: '',
  密级: '',
});

/** Rows with one fault each: the changed cell. */
const faults: readonly PersonRow[] = [
  { 姓名: '' },
  { 部门: '总部//研发部' },
  { 角色: '没有的角色' },
  { [usernameHeading]: 'two words' },
  { 手机号: '12345' },
  { 邮箱: 'no address' },
  { 密级: '绝密' },
];
export const faultyRows = faults.length;

/** Writes an Excel file of people, and after them the faulty rows. */
export async function writePeople(path: string, names: readonly string[], run: string): Promise<void> {
  const rows = names.map((name, index) => personRow(index, name, run));
  for (const [index, fault] of faults.entries())
    rows.push({ ...personRow(names.length + index, `错误${index}`, run), ...fault });
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.json_to_sheet(rows));
  await writeFile(path, write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array);
}

/** Imports an Excel file of people: its columns, the result of the check by row, the run, and its result. */
export async function importPeople(page: Page, path: string, count: number): Promise<void> {
  await openArea(page, 'people');
  await pressKey(page.getByRole('button', { name: people.import, exact: true }));
  const chooser = page.waitForEvent('filechooser');
  await pressKey(page.getByRole('button', { name: imports.pick, exact: true }));
  await (await chooser).setFiles(path);
  const field = page.getByRole('combobox', { name: `${imports.field}: ${usernameHeading}` });
  await expect(field).toHaveValue('');
  await reach(field);
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(field).toHaveValue('username', { timeout: 1 });
  }).toPass();
  await pressKey(page.getByRole('switch', { name: imports.createDepartments }), 'Space');
  await pressKey(page.getByRole('button', { name: imports.check }));
  await expect(page.getByText(imports.states.checked)).toBeVisible();
  const fact = (outcome: keyof typeof imports.outcomes) =>
    page.locator('dl > div').filter({ hasText: imports.outcomes[outcome] }).getByRole('definition');
  await expect(fact('added')).toHaveText(String(count));
  await expect(fact('failed')).toHaveText(String(faultyRows));
  await choose(
    page.getByRole('button', { name: new RegExp(`${imports.outcome}$`) }),
    page.getByRole('option', { name: imports.outcomes.failed }),
  );
  const rows = page.getByRole('row').filter({ hasText: imports.outcomes.failed });
  await expect(rows).toHaveCount(faultyRows);
  await expect(rows.first()).toContainText(String(count + 2));
  await expect(rows.filter({ hasText: `${imports.fields.phone}: ` })).toHaveCount(1);
  await pressKey(page.getByRole('button', { name: imports.run }));
  await pressIn(page, 'alertdialog', imports.run);
  await expect(page.getByText(imports.states.done)).toBeVisible();
  await expect(fact('added')).toHaveText(String(count));
  await expect(rows).toHaveCount(faultyRows);
}

/** Creates a one-time password as the operator. @returns it. */
export async function oneTimePassword(page: Page, username: string): Promise<string> {
  await openArea(page, 'accounts');
  await typeInto(page.getByRole('searchbox', { name: accounts.search }), username);
  await openRow(page, username);
  await choose(
    page.getByRole('button', { name: accounts.actions }),
    page.getByRole('menuitem', { name: accounts.acts.resetPassword.action }),
  );
  await pressIn(page, 'alertdialog', accounts.acts.resetPassword.action);
  const secret = page.getByRole('region', { name: accounts.password(username) });
  const password = await secret.locator('code').innerText();
  await pressIn(page, 'dialog', common.close);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return password;
}

/** The first sign-in of a person on the own phone: the one-time password is replaced at once. */
export async function beginOnPhone(app: App, username: string, password: string): Promise<void> {
  const { page, texts } = app;
  await app.consent();
  await app.submitSignIn({ username, password });
  await expect(page).toHaveURL(/\/sessionlist$/);
  await app.openTab('mine');
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${texts.mine.password}`) })
    .click();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field(texts.account.oldPassword).fill(password);
  await field(texts.account.newPassword).fill(changedPassword(username));
  await field(texts.account.confirmation).fill(changedPassword(username));
  await page.getByRole('button', { name: texts.account.update, exact: true }).click();
  await expect(page).toHaveURL(/\/myinfo$/);
}

/** Approves the task about an application. */
export async function approve({ page, texts: { work } }: App, title: string): Promise<void> {
  await page.getByRole('button', { name: title }).first().click();
  await page.getByRole('button', { name: work.approve, exact: true }).click();
  await page.getByRole('button', { name: work.confirmApprove, exact: true }).click();
  await expect(page.getByText(work.approvedTitle)).toBeVisible();
}

/** Publishes a version of the privacy policy, as the operator, that asks everybody to agree again. */
export async function publishAskingAgain(page: Page, version: string): Promise<void> {
  const { draft, form } = agreements;
  await openArea(page, 'agreements');
  await reach(page.getByRole('tab', { name: agreements.names['privacy-policy'] }));
  await pressKey(page.getByRole('button', { name: draft.begin }));
  const drawer = page.getByRole('dialog');
  await typeInto(drawer.getByRole('textbox', { name: agreements.version, exact: true }), version);
  await pressKey(drawer.getByRole('switch', { name: agreements.asksAgain }), 'Space');
  await pressIn(page, 'dialog', form.submit);
  await pressKey(page.getByRole('button', { name: draft.publish }));
  await typeInto(page.getByRole('alertdialog').getByRole('textbox'), version);
  await pressIn(page, 'alertdialog', form.confirm);
  await expect(page.getByText(form.done(version))).toBeVisible();
}

/** The password of a person after `beginOnPhone`. */
export const changedPassword = (username: string): string => `Changed.${username}`;
