import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { totpAt } from '../../apps/server/testing/totp.ts';
import { expect, test } from '../support/app.ts';
import { consoleViolations, submitConsoleSignIn } from '../support/console.ts';
import { sealflow } from '../support/service.ts';

test.use({ viewport: { width: 1280, height: 800 } });

const { common, deployment, health, operators, releases, security, setup, shell, tenants } = zh;
const operatorPassword = 'Sealed-operator-7';

async function openSetupLink(page: Page): Promise<void> {
  const { url } = JSON.parse(await sealflow('operator', 'setup-link', '--json'));
  await page.goto(`/console/setup${new URL(url).hash}`);
  await expect(page.getByRole('heading', { name: setup.steps.operator })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
}

async function createOperator(page: Page, username: string): Promise<void> {
  await page.getByRole('textbox', { name: setup.operator.username }).fill(username);
  await page.getByRole('textbox', { name: setup.operator.name }).fill('王运维');
  await page.getByLabel(setup.operator.password, { exact: true }).fill(operatorPassword);
  await page.getByLabel(setup.operator.repeat).fill(operatorPassword);
  expect(await consoleViolations(page)).toEqual([]);
  await page.getByRole('button', { name: common.next }).click();
  await expect(page.getByRole('img', { name: setup.totp.qr })).toBeVisible();
  expect(await consoleViolations(page)).toEqual([]);
  const secret = await page.locator('code').innerText();
  await page.getByRole('textbox', { name: setup.totp.code }).fill(totpAt(secret, Date.now()));
  await page.getByRole('button', { name: setup.totp.submit }).click();
  await expect(page.getByRole('listitem')).toHaveCount(10);
  expect(await consoleViolations(page)).toEqual([]);
  await page.getByText(setup.recovery.stored).click();
  await page.getByRole('button', { name: common.next }).click();
}

/** @returns the one-time password of the first administrator. */
async function createOrganisation(page: Page, name: string, username: string): Promise<string> {
  await page.getByRole('textbox', { name: setup.organisation.name }).fill(name);
  await page.getByRole('textbox', { name: setup.organisation.username }).fill(username);
  await page.getByRole('textbox', { name: setup.organisation.administrator }).fill('李管理');
  expect(await consoleViolations(page)).toEqual([]);
  await page.getByRole('button', { name: setup.organisation.submit }).click();
  const password = await page
    .getByRole('region', { name: setup.organisation.password(username) })
    .locator('code')
    .innerText();
  expect(await consoleViolations(page)).toEqual([]);
  await page.getByRole('button', { name: common.next }).click();
  return password;
}

/** Opens an area and waits for its content. */
async function openArea(page: Page, area: string): Promise<void> {
  await page.getByRole('link', { name: area, exact: true }).click();
  await expect(page.getByRole('heading', { name: area, exact: true })).toBeVisible();
  const content = page.getByRole('rowheader').or(page.getByRole('definition'));
  await expect(content.or(page.getByText(releases.emptyTitle)).first()).toBeVisible();
}

test('a set-up link creates the operator and an organisation, whose administrator signs in', {
  tag: '@once',
}, async ({ page }) => {
  const run = randomUUID().slice(0, 8);
  const name = `华辰${run}`;
  await openSetupLink(page);
  await createOperator(page, `operator-${run}`);
  // The assistant goes on after a reload.
  await page.reload();
  const password = await createOrganisation(page, name, `admin-${run}`);
  expect(await consoleViolations(page)).toEqual([]);
  await expect(page.getByRole('heading', { name: setup.steps.mail })).toBeVisible();
  await page.getByRole('button', { name: setup.skip }).click();
  // So it does among the later steps.
  await page.reload();
  await expect(page.getByRole('heading', { name: setup.steps.sms })).toBeVisible();
  expect(await consoleViolations(page)).toEqual([]);
  await page.getByRole('button', { name: setup.skip }).click();
  await page.getByText(deployment.masterKey.stored).click();
  expect(await consoleViolations(page)).toEqual([]);
  await page.getByRole('button', { name: deployment.masterKey.confirm }).click();
  await page.getByRole('button', { name: setup.finish.open }).click();

  await page.getByRole('row', { name: new RegExp(name) }).click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
  expect(await consoleViolations(page)).toEqual([]);
  await page.getByRole('button', { name: tenants.actions }).click();
  await page.getByRole('menuitem', { name: tenants.close.action }).click();
  await expect(page.getByRole('alertdialog', { name: tenants.close.title(name) })).toBeVisible();
  expect(await consoleViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  const { areas } = shell;
  for (const area of [areas.accounts, areas.releases, areas.configuration, areas.agreements, areas.health]) {
    await openArea(page, area);
    expect(await consoleViolations(page)).toEqual([]);
  }
  await page.getByRole('button', { name: health.housekeep.action }).click();
  const confirmation = page.getByRole('alertdialog', { name: health.housekeep.title });
  await confirmation.getByRole('button', { name: health.housekeep.action }).click();
  await expect(page.getByText(health.housekeep.outcomes.done)).toBeVisible();
  await openArea(page, areas.operators);
  expect(await consoleViolations(page)).toEqual([]);
  await page.getByRole('button', { name: operators.setupLink }).click();
  await expect(page.getByRole('dialog', { name: operators.setupLink })).toBeVisible();
  expect(await consoleViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  const accountMenu = page.getByRole('button', { name: new RegExp(shell.account) });
  await accountMenu.click();
  await page.getByRole('menuitem', { name: shell.security }).click();
  await expect(page.getByText(security.thisDevice)).toBeVisible();
  expect(await consoleViolations(page)).toEqual([]);
  await accountMenu.click();
  await page.getByRole('menuitem', { name: shell.signOut }).click();
  await submitConsoleSignIn(page, { username: `admin-${run}`, password });
  await expect(page.getByRole('button', { name: new RegExp(name) })).toBeVisible();
});
