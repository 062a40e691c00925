import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { engine } from '../engines/engine.ts';
import { expect, test } from '../support/app.ts';
import { createClassification, openArea, signInToConsole } from '../support/console.ts';

// The journey reads the console's Chinese texts.
test.use({ viewport: { width: 1280, height: 800 }, locale: 'zh-CN', hasTouch: false });

const { audit, auditActTexts, classifications, common, documents } = zh;

async function expectAccessible(page: Page): Promise<void> {
  // The rules of accessibility do not depend on the engine.
  if (engine !== 'chromium') return;
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    // React Aria announces a pending button by a reference to it, which the closing of its dialog ends for some seconds.
    .exclude('[data-live-announcer]')
    .options({ preload: { assets: ['media'] } })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** Types into a field that searches options, and takes the option. */
async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('combobox', { name: field }).fill(option);
  await page.getByRole('option', { name: option }).first().click();
}

test('a document is classified, found, withdrawn and followed in the audit @once', async ({ page, app }) => {
  const administrator = app.account('administrator');
  const tid = administrator.tenants[0] ?? '';
  const check = () => expectAccessible(page);
  await signInToConsole(page, administrator);
  await createClassification(page, { name: '绝密', level: 900 }, check);
  await check();

  await page.getByRole('tab', { name: classifications.clearances }).click();
  await page.getByRole('button', { name: classifications.setClearance }).click();
  await choose(page, classifications.person, '张伟');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: new RegExp(classifications.clearanceLevel) })
    .click();
  await page.getByRole('option', { name: /绝密/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: common.save }).click();
  await expect(page.getByRole('row', { name: /张伟/ })).toContainText('900');
  await expectAccessible(page);

  await openArea(page, 'documents');
  await expectAccessible(page);
  const row = page.getByRole('rowheader').first();
  const documentID = await row.innerText();
  await row.click();
  await page.getByRole('tab', { name: documents.openings }).click();
  await expect(page.getByText(documents.openingsHint)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: documents.withdraw }).click();
  const confirm = page.getByRole('alertdialog');
  await expect(confirm.getByRole('button', { name: documents.withdraw })).toBeDisabled();
  await confirm.getByRole('textbox').fill(documentID.slice(0, 8));
  await expectAccessible(page);
  await confirm.getByRole('button', { name: documents.withdraw }).click();
  await page.getByRole('tab', { name: documents.facts }).click();
  await page.getByRole('link', { name: documents.inAudit }).click();

  const withdrawal = page.getByRole('row').filter({ hasText: auditActTexts.withdraw });
  await expect(withdrawal).toContainText(documentID);
  await expectAccessible(page);
  await withdrawal.getByRole('rowheader').click();
  await expect(page.getByRole('dialog').getByRole('link', { name: documentID })).toHaveAttribute(
    'href',
    `/console/t/${tid}/documents?open=${documentID}`,
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: audit.verify }).click();
  await expect(page.getByRole('dialog', { name: audit.verification })).toContainText('链完整');
});
