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

/** Text that is cut off, and controls beyond the window that no scrolling reaches. */
export function findLosses(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const losses: string[] = [];
    const named = (element: Element) =>
      `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 30)}"`;
    const isScrolled = (element: Element): boolean => {
      const parent = element.parentElement;
      if (parent === null) return false;
      const { overflowX, overflowY } = getComputedStyle(parent);
      return /auto|scroll/.test(overflowX + overflowY) || isScrolled(parent);
    };
    if (document.documentElement.scrollWidth > window.innerWidth) losses.push('the page is too wide');
    for (const element of document.body.querySelectorAll('*')) {
      const { right, bottom, width, height } = element.getBoundingClientRect();
      const isShown = element.checkVisibility() && width > 1 && height > 1;
      if (!isShown || element.closest('[aria-hidden="true"], [inert], a[href="#content"]')) continue;
      const { overflowX, clipPath } = getComputedStyle(element);
      const isControl = element.matches('button, select, [role="tab"]');
      if (clipPath !== 'none' || element.matches('input')) continue;
      // A cell of a table shows its whole text under the pointer and in the details.
      if (element.matches('td') && element.querySelector('[title]')) continue;
      if ((isControl || /hidden|clip/.test(overflowX)) && element.scrollWidth > element.clientWidth + 1)
        losses.push(`cut off: ${named(element)}`);
      const isOutside = right > window.innerWidth + 1 || bottom > window.innerHeight + 1;
      if (isOutside && !isScrolled(element)) losses.push(`out of reach: ${named(element)}`);
    }
    return losses;
  });
}

/** The losses with text at twice the size on a tablet. The usual size and window are back afterwards. */
export async function findLossesAtTwice(page: Page): Promise<string[]> {
  const device = await page.context().newCDPSession(page);
  const window = page.viewportSize();
  await device.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.setViewportSize({ width: 768, height: 900 });
  const rootSize = () =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  await expect.poll(rootSize).toBeGreaterThanOrEqual(28);
  const losses = await findLosses(page);
  await device.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  if (window !== null) await page.setViewportSize(window);
  await expect.poll(rootSize).toBeLessThan(20);
  await device.detach();
  return losses;
}
