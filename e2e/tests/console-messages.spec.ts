import { randomUUID } from 'node:crypto';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { expect, test } from '../support/app.ts';
import { consoleViolations, signInToConsole } from '../support/console.ts';
import { Client, sealflow } from '../support/service.ts';

// The texts of the journey are Chinese in each project.
test.use({ viewport: { width: 1280, height: 800 }, locale: 'zh-CN' });

const { common, messages: texts } = zh;

test('an administrator sends a message in both languages to a person, schedules and cancels one, and withdraws one', {
  tag: '@once',
}, async ({ app, page }) => {
  const { id: tid } = app.tenant('eds-pro_16');
  const word = randomUUID().slice(0, 8);
  const reader = await Client.signIn(app.account('colleague'));
  const received = async (text: string) =>
    (
      await reader.call(
        'GET /api/v1/user-msg-sessions',
        `/api/v1/user-msg-sessions?lang=en&keyword=${encodeURIComponent(text)}`,
      )
    ).total;
  const { name } = JSON.parse(
    await sealflow(
      'member',
      'list',
      '--tenant',
      tid,
      '--account',
      app.account('colleague').username,
      '--json',
    ),
  ).data[0];

  await signInToConsole(page, app.account('administrator'), `/console/t/${tid}/messages`);
  expect.soft(await consoleViolations(page), 'the list').toEqual([]);

  await page.getByRole('button', { name: texts.write }).click();
  await page.getByRole('textbox', { name: texts.titleZh }).fill(`放假 ${word}`);
  await page.getByRole('textbox', { name: texts.textZh }).fill('周五放假');
  await page.getByText(texts.withEnglish).click();
  await page.getByRole('textbox', { name: texts.titleEn }).fill(`Holiday ${word}`);
  await page.getByRole('textbox', { name: texts.textEn }).fill('Friday is off');
  await expect(page.getByRole('article').filter({ hasText: 'Friday is off' })).toBeVisible();
  await page.getByRole('dialog').getByText(texts.everyone, { exact: true }).click();
  await page.getByRole('button', { name: texts.send, exact: true }).click();
  await expect(page.getByText(texts.faults.noRecipients)).toBeVisible();
  await page.getByRole('combobox', { name: texts.people }).fill(name);
  await page.getByRole('option', { name }).first().click();
  await expect(page.getByText(texts.reaches(1))).toBeVisible();
  expect.soft(await consoleViolations(page), 'the new message').toEqual([]);
  await page.getByRole('button', { name: texts.send, exact: true }).click();
  await expect(page.getByText(texts.sent, { exact: true })).toBeVisible();
  expect(await received(`Holiday ${word}`)).toBe(1);

  await page.getByRole('button', { name: texts.write }).click();
  await page.getByRole('textbox', { name: texts.textZh }).fill(`稍后 ${word}`);
  await page.getByText(texts.later, { exact: true }).first().click();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel(texts.sendAt).fill(tomorrow);
  await page.getByRole('button', { name: texts.schedule, exact: true }).click();
  await expect(page.getByText(texts.scheduled)).toBeVisible();

  await page
    .getByRole('row')
    .filter({ hasText: `稍后 ${word}` })
    .click();
  expect.soft(await consoleViolations(page), 'a message').toEqual([]);
  const withdraw = async (act: string, typed: string) => {
    await page.getByRole('button', { name: act }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByRole('button', { name: act })).toBeDisabled();
    await dialog.getByLabel(common.typeToConfirm(typed)).fill(typed);
    await dialog.getByRole('button', { name: act }).click();
  };
  await withdraw(texts.cancelSchedule, `稍后 ${word}`);
  await expect(page.getByText(texts.cancelled)).toBeVisible();
  await page.keyboard.press('Escape');
  await page
    .getByRole('row')
    .filter({ hasText: `放假 ${word}` })
    .click();
  await withdraw(texts.withdraw, `放假 ${word}`);
  await expect(page.getByText(texts.withdrawn, { exact: true })).toBeVisible();
  expect(await received(`Holiday ${word}`)).toBe(0);
});
