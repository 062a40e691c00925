import type { Page } from '@playwright/test';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { violations } from './accessibility.ts';
import { expect } from './app.ts';
import { pressKey, typeInto } from './keyboard.ts';

const { classifications, common, shell, signIn } = zh;

/** Signs in to the console at an address of it. */
export async function signInToConsole(
  page: Page,
  { username, password }: { readonly username: string; readonly password: string },
  address = '/console/',
): Promise<void> {
  await page.goto(address);
  await submitConsoleSignIn(page, { username, password });
}

export async function submitConsoleSignIn(
  page: Page,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<void> {
  await typeInto(page.getByRole('textbox', { name: signIn.username }), username);
  await typeInto(page.getByLabel(signIn.password, { exact: true }), password);
  await page.keyboard.press('Enter');
}

/** Opens an area by the navigation. */
export async function openArea(page: Page, area: keyof typeof shell.areas): Promise<void> {
  const navigation = page.getByRole('navigation', { name: shell.navigation });
  await pressKey(navigation.getByRole('link', { name: shell.areas[area], exact: true }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shell.areas[area]);
}

/** Opens the details of a row. */
export function openRow(page: Page, name: string): Promise<void> {
  return pressKey(page.getByRole('row', { name: new RegExp(name) }));
}

/** Presses a button of the open dialog. */
export function pressIn(page: Page, dialog: 'dialog' | 'alertdialog', name: string): Promise<void> {
  return pressKey(page.getByRole(dialog).getByRole('button', { name, exact: true }));
}

/** Creates a classification in its area. @param check - called with the form, which is filled in. */
export async function createClassification(
  page: Page,
  { name, level }: { readonly name: string; readonly level: number },
  check: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await openArea(page, 'classifications');
  await pressKey(page.getByRole('button', { name: classifications.create }));
  await typeInto(page.getByRole('textbox', { name: classifications.name }), name);
  await typeInto(page.getByRole('textbox', { name: classifications.level }), String(level));
  await check();
  await pressKey(page.getByRole('button', { name: common.save }));
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
}

/** As `violations`. The console is used at a desk, so its fields may be smaller than iOS requires. */
export async function consoleViolations(page: Page): Promise<string[]> {
  return (await violations(page)).filter((violation) => !violation.startsWith('below 16 px'));
}
