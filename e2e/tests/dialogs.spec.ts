import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { lockedPdf } from '@sealflow/viewers/testing/locked-pdf.ts';
import { paths } from '../../apps/mobile/src/shell/navigation/paths.rules.ts';
import { engine } from '../engines/engine.ts';
import { expect, test } from '../support/app.ts';
import { Applying } from '../support/applying.ts';
import { navigate } from '../support/navigate.ts';
import { Client, sample } from '../support/service.ts';
import { offCentre, sidewaysScrollersIn, unreadableIn } from '../support/visibility.ts';

const widths = [320, 412, 820, 1440];

/** Doubles the text size: in WebKit by a setting of the profile, elsewhere by the size of the root element. */
async function enlargeText(page: Page): Promise<void> {
  if (engine === 'webkit') return;
  await page.evaluate(() => {
    const { style } = document.documentElement;
    style.fontSize = `${2 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)}px`;
  });
}

async function expectReadable(dialog: Locator, name: string): Promise<void> {
  await expect(dialog).toBeVisible();
  expect.soft(await unreadableIn(dialog), name).toEqual([]);
  expect.soft(await sidewaysScrollersIn(dialog), `${name} does not scroll sideways`).toEqual([]);
}

for (const scale of [1, 2] as const) {
  test.describe(`text at ${scale * 100} %`, () => {
    test.use({ textScale: scale });

    test(
      `the consent has its text at every width, with text at ${scale * 100} %`,
      {
        tag: ['@once', '@short'],
      },
      async ({ app, page }, testInfo) => {
        const { auth } = app.texts;
        await page.goto('/');
        if (scale === 2) await enlargeText(page);
        const consent = page.getByRole('dialog', { name: auth.consentTitle });
        for (const width of widths) {
          await page.setViewportSize({ width, height: 740 });
          await expectReadable(consent, `${width} px`);
          await expect(consent.getByText(auth.consentLead)).toBeVisible();
          expect.soft(await offCentre(consent), `centred at ${width} px`).toBe(0);
          const body = consent.getByText(auth.consentLead).locator('xpath=..');
          const { height } = (await body.boundingBox()) ?? { height: 0 };
          expect.soft(height, `the body at ${width} px`).toBeGreaterThan(100);
          await page.screenshot({ path: testInfo.outputPath(`consent-${width}.png`) });
        }
      },
    );
  });
}

test(
  'every dialog and sheet shows its content',
  { tag: ['@once', '@short'] },
  async ({ app, page }, testInfo) => {
    const { auth, mine, preview, work, apply, lock, shell } = app.texts;
    const tenant = app.tenant('eds-pro_16');
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    const close = async () => {
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    };
    const look = (name: string) =>
      test.step(name, async () => {
        await expectReadable(page.getByRole('dialog', { name, exact: true }).last(), name);
        await page.screenshot({ path: testInfo.outputPath(`${name}.png`) });
      });
    await page.goto('/');
    await look(auth.consentTitle);
    await page.getByRole('button', { name: auth.agreeAndGoOn }).click();
    await app.submitSignIn(app.account('approver'));
    await expect(page.getByRole('button', { name: tenant.name })).toBeVisible();
    expect.soft(await sidewaysScrollersIn(main), 'the choice of an organisation').toEqual([]);
    await page.getByRole('button', { name: tenant.name }).click();
    await expect(page).toHaveURL(/\/sessionlist$/);

    await navigate(page, paths.myinfo);
    for (const [opener, title] of [
      [mine.language, mine.language],
      [mine.theme, mine.theme],
      [mine.switchTenant, mine.switchTenant],
      [mine.signOut, mine.signOutTitle],
    ] as const) {
      await main.getByRole('button', { name: opener }).click();
      await look(title);
      await close();
    }
    await navigate(page, `${paths.myinfo}?view=devices`);
    await main.getByRole('button', { name: mine.withdraw }).first().click();
    await look(mine.withdrawThisTitle);
    await close();
    await navigate(page, `${paths.myinfo}?view=storage`);
    await main.getByRole('button', { name: mine.clearDocuments }).click();
    await look(mine.clearDocumentsTitle);
    await close();
    await navigate(page, `${paths.myinfo}?view=lock`);
    await page.getByRole('switch', { name: lock.switchLabel }).click();
    await look(lock.setTitle);
    await close();

    await navigate(page, paths.document);
    await app.openLocalFile(sample('年度运营报告.pdf'));
    await app.preview.getByRole('button', { name: preview.pageOf(1, 200) }).click();
    await look(preview.jump);
    await page.keyboard.press('Escape');
    await app.preview.getByRole('button', { name: preview.contents }).click();
    await look(preview.contents);
    await page.keyboard.press('Escape');
    await app.preview.getByRole('button', { name: preview.facts }).click();
    await look(preview.facts);
    await page.keyboard.press('Escape');
    await page.goBack();
    await expect(app.preview).toHaveCount(0);
    const locked = testInfo.outputPath('locked.pdf');
    await writeFile(locked, lockedPdf('seal'));
    await app.openLocalFile(locked);
    await look(preview.passwordTitle);
    await page.keyboard.press('Escape');
    await page.goBack();
    await expect(app.preview).toHaveCount(0);

    const applying = new Applying(app);
    await navigate(page, `${paths.work}?view=apply&type=file_authorization`);
    await applying.button(apply.fromRecent).click();
    await look(apply.recentTitle);
    await close();
    await applying.button(apply.choosePeople).click();
    await look(apply.choosePeople);
    await close();

    const client = await Client.signIn(app.account('approver'));
    const { data: tasks } = await client.call(
      'GET /api/v1/tenants/{tid}/user-tasks',
      `/api/v1/tenants/${tenant.id}/user-tasks?state=awaiting`,
    );
    const [task] = tasks;
    const search = `?flowID=${task?.flow.id}&taskID=${task?.id}`;
    await navigate(page, `${paths.flowinfo16}${search}&view=transfer`);
    await expect(page.getByRole('heading', { level: 1, name: shell.views.transfer })).toBeVisible();
    await page.getByRole('button', { name: work.people.choose }).click();
    await look(work.transferTo);
    await close();
  },
);
