import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { engine } from '../engines/engine.ts';
import type { WebKitPage } from '../engines/webkit/page.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules that need not run again in the dark scheme, which changes colours only. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function createBuilder(page: Page): Promise<AxeBuilder> {
  // axe opens another page to join the results of frames. Most pages have no frames.
  const isWithoutFrames = page.frames().length === 1;
  // The builder sends the source twice for each analysis, which takes longer than most analyses. Here each document gets it once.
  if (isWithoutFrames && !(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const axe = new AxeBuilder({
    page,
    axeSource: isWithoutFrames ? 'void 0' : axeSource,
  }).setLegacyMode(isWithoutFrames);
  // This rule copies style sheets into a page whose policy forbids it, and logs an error.
  return axe.options({ preload: { assets: ['media'] } });
}

// Colours are measured only after their transitions have ended.
const waitForTransitions = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => null)));
  });

/** Text and choice fields with a font so small that iOS zooms the page on focus. */
async function smallFieldsOf(page: Page): Promise<string[]> {
  let found: string[] = [];
  // Firefox reports the end of a removed frame late, so the driver lists a frame of the previous screen.
  await expect(async () => {
    found = await readSmallFields(page);
  }).toPass({ timeout: 10_000 });
  return found;
}

async function readSmallFields(page: Page): Promise<string[]> {
  const kinds = 'input:not([type=checkbox], [type=radio], [type=range], [type=file]), textarea, select';
  // WebKit’s driver inspects the page itself only.
  const scopes = engine === 'webkit' ? [page] : page.frames();
  const byFrame = scopes.map((frame) =>
    frame
      .locator(kinds)
      .evaluateAll((fields) =>
        fields
          .filter(
            (field) => field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16,
          )
          .map((field) => `below 16 px: ${field.outerHTML}`),
      ),
  );
  return (await Promise.all(byFrame)).flat();
}

/** The WCAG A and AA violations of the current page, light and dark, and the fields that iOS would zoom to. */
export async function violations(
  page: Page,
  schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<string[]> {
  const found = await smallFieldsOf(page);
  // Only Chromium’s driver changes the colour scheme of an open page. Other engines use the scheme of their profile.
  const shown = engine === 'chromium' ? schemes : [await schemeOf(page)];
  for (const colorScheme of shown) {
    if (engine === 'chromium') await page.emulateMedia({ colorScheme });
    await waitForTransitions(page);
    const broken = await analyze(page, colorScheme === 'light' ? { tags: rules } : { rules: rulesOfColour });
    found.push(...broken.map((violation) => `${colorScheme} ${violation}`));
  }
  return found;
}

/** The colour scheme of the page. */
export const schemeOf = async (page: Page): Promise<'light' | 'dark'> =>
  (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) ? 'dark' : 'light';

async function analyze(page: Page, only: { tags?: string[]; rules?: string[] }): Promise<string[]> {
  if (engine === 'webkit') return (page as unknown as WebKitPage).axeViolations(only);
  const axe = await createBuilder(page);
  const { violations: broken } = await (only.tags
    ? axe.withTags(only.tags)
    : axe.withRules(only.rules ?? [])
  ).analyze();
  return broken.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
