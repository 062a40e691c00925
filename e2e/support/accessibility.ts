import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Dark is the same page in other colours. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

function builder(page: Page): AxeBuilder {
  // Joining what several frames answered opens a page of its own each time; most pages have nothing to join.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  // Style sheets it would copy for its one rule about the orientation: into a page whose policy forbids that, and it says so.
  return axe.options({ preload: { assets: ['media'] } });
}

// A fading colour is neither what was nor what will be: what is measured stands still.
const standStill = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => null)));
  });

/** Fields of text and choice with letters so small that iOS zooms the page when they take the focus. */
async function smallFieldsOf(page: Page): Promise<string[]> {
  const kinds = 'input:not([type=checkbox], [type=radio], [type=range], [type=file]), textarea, select';
  const byFrame = page
    .frames()
    .map((frame) =>
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

/** What breaks WCAG A or AA on the page as it stands, light and dark, and fields that iOS would zoom to. */
export async function violations(
  page: Page,
  schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<string[]> {
  const found = await smallFieldsOf(page);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await standStill(page);
    const asked =
      colorScheme === 'light' ? builder(page).withTags(rules) : builder(page).withRules(rulesOfColour);
    const { violations: broken } = await asked.analyze();
    found.push(
      ...broken.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map((node) => node.html).join(' ')}`),
    );
  }
  return found;
}
