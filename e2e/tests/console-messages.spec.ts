import { randomUUID } from 'node:crypto';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { expect, test } from '../support/app.ts';
import { consoleViolations, pressIn, signInToConsole } from '../support/console.ts';

// The texts of the journey are Chinese in each project.
test.use({ viewport: { width: 1280, height: 800 }, locale: 'zh-CN' });

const { common, messages: texts } = zh;

test('an administrator writes a message in both languages, schedules and cancels one, and withdraws the one that the app showed', {
  tag: '@once',
}, async ({ app, page, openApp }) => {
  const { id: tid } = app.tenant('eds-pro_16');
  const word = randomUUID().slice(0, 8);
  const reader = app.account('colleague');
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });

  await signInToConsole(page, app.account('administrator'), `/console/t/${tid}/messages`);
  await page.getByRole('button', { name: texts.write }).click();
  await page.getByRole('textbox', { name: texts.titleZh }).fill(`放假 ${word}`);
  await page.getByRole('textbox', { name: texts.textZh }).fill(`周五放假 ${word}`);
  await page.getByText(texts.withEnglish).click();
  await page.getByRole('textbox', { name: texts.titleEn }).fill(`Holiday ${word}`);
  await page.getByRole('textbox', { name: texts.textEn }).fill('Friday is off');
  await expect(page.getByRole('article').filter({ hasText: '周五放假' })).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'Friday is off' })).toBeVisible();
  await page.getByRole('dialog').getByText(texts.everyone, { exact: true }).click();
  await page.getByRole('button', { name: texts.send, exact: true }).click();
  await expect(page.getByText(texts.faults.noRecipients)).toBeVisible();
  await page.getByRole('combobox', { name: texts.people }).fill('陈静');
  await page.getByRole('option', { name: '陈静' }).click();
  await expect(page.getByText(texts.reaches(1))).toBeVisible();
  expect.soft(await consoleViolations(page), 'the new message').toEqual([]);
  await page.getByRole('button', { name: texts.send, exact: true }).click();
  await expect(page.getByText(texts.sent, { exact: true })).toBeVisible();

  const phone = await openApp();
  await phone.signIn(reader);
  const shown = phone.page.getByText(`周五放假 ${word}`).first();
  await expect(shown).toBeVisible();

  await page.getByRole('button', { name: texts.write }).click();
  await page.getByRole('textbox', { name: texts.textZh }).fill(`稍后 ${word}`);
  await page.getByText(texts.later, { exact: true }).first().click();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel(texts.sendAt).fill(tomorrow);
  await page.getByRole('button', { name: texts.schedule, exact: true }).click();
  await expect(page.getByText(texts.scheduled)).toBeVisible();
  expect.soft(await consoleViolations(page), 'the list').toEqual([]);

  const withdraw = async (act: string, typed: string) => {
    await row(typed).click();
    await page.getByRole('button', { name: act }).click();
    await page.getByRole('alertdialog').getByLabel(common.typeToConfirm(typed)).fill(typed);
    await pressIn(page, 'alertdialog', act);
  };
  await withdraw(texts.cancelSchedule, `稍后 ${word}`);
  await expect(page.getByText(texts.cancelled)).toBeVisible();
  expect.soft(await consoleViolations(page), 'a message').toEqual([]);
  await pressIn(page, 'dialog', common.close);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await withdraw(texts.withdraw, `放假 ${word}`);
  await expect(page.getByText(texts.withdrawn, { exact: true })).toBeVisible();
  await phone.page.reload();
  await expect(phone.rows.first()).toBeVisible();
  await expect(shown).toHaveCount(0);
});
