import type { Page } from '@playwright/test';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { violations } from './accessibility.ts';

const { signIn } = zh;

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
  await page.getByRole('textbox', { name: signIn.username }).fill(username);
  await page.getByLabel(signIn.password, { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** As `violations`. The console is used at a desk, so its fields may be smaller than iOS requires. */
export async function consoleViolations(page: Page): Promise<string[]> {
  return (await violations(page)).filter((violation) => !violation.startsWith('below 16 px'));
}
