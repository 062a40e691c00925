import type { Frame, Page } from 'playwright';
import type { Bench } from './corpus-entry.ts';

/** The maximum number of pages (or sheets, slides) of a document, and of scroll steps on a page. */
const maxPages = 60;
const maxScreens = 200;

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Counts words in languages with and without spaces. */
export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count += 1;
  return count;
}

/**
 * The new text of a frame since the last call, after a scroll step: down, and sideways at the end. Viewers render
 * only the visible part, so every text node counts once for each text that it contained.
 */
const collectFrameText = (frame: Frame) =>
  frame.evaluate(async (): Promise<{ readonly text: string; readonly moved: boolean }> => {
    type Layout = { readonly isBlock: boolean; readonly scrolls: boolean };
    // Kept in the frame between calls.
    const state = globalThis as { collected?: WeakMap<Node, string>; layouts?: WeakMap<Element, Layout> };
    const collected = (state.collected ??= new WeakMap<Node, string>());
    const layouts = (state.layouts ??= new WeakMap<Element, Layout>());
    const texts: string[] = [];
    const scrollers: Element[] = [];
    const computeLayout = (element: Element): Layout => {
      const { display, overflowX, overflowY } = getComputedStyle(element);
      const layout = {
        isBlock: element.nodeName === 'BR' || (!display.startsWith('inline') && display !== 'contents'),
        scrolls: /auto|scroll/.test(overflowX + overflowY),
      };
      layouts.set(element, layout);
      return layout;
    };
    let startsLine = true;
    const visit = (root: Node) => {
      for (let node = root.firstChild; node !== null; node = node.nextSibling) {
        if (node instanceof Text) {
          if (collected.get(node) === node.data) continue;
          collected.set(node, node.data);
          texts.push(startsLine ? '\n' : '', node.data);
          startsLine = false;
        } else if (
          node instanceof Element &&
          !['style', 'script', 'title', 'defs'].includes(node.nodeName.toLowerCase())
        ) {
          const layout = layouts.get(node) ?? computeLayout(node);
          startsLine ||= layout.isBlock;
          if (layout.scrolls) scrollers.push(node);
          if (node.shadowRoot) visit(node.shadowRoot);
          visit(node);
          startsLine ||= layout.isBlock;
        }
      }
    };
    visit(document);
    let moved = false;
    for (const scroller of scrollers) {
      const [top, left] = [scroller.scrollTop, scroller.scrollLeft];
      scroller.scrollTop += Math.max(40, scroller.clientHeight * 0.9);
      if (scroller.scrollTop === top) {
        // Right-to-left content scrolls to negative positions.
        const onward = getComputedStyle(scroller).direction === 'rtl' ? -1 : 1;
        scroller.scrollLeft += onward * Math.max(40, scroller.clientWidth * 0.9);
        if (scroller.scrollLeft !== left) scroller.scrollTop = 0;
      }
      moved ||= scroller.scrollTop !== top || scroller.scrollLeft !== left;
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return { text: texts.join(''), moved };
  });

/** Whether a frame is shown. A hidden one is skipped: it is not rendered, so it may get no animation frame. */
async function isShown(frame: Frame): Promise<boolean> {
  return frame.parentFrame() === null || (await (await frame.frameElement()).isVisible());
}

async function collectAllText(page: Page): Promise<{ readonly text: string; readonly moved: boolean }> {
  const nothing = { text: '', moved: false };
  const parts = await Promise.all(
    page
      .frames()
      .map(async (frame) => ((await isShown(frame)) ? await collectFrameText(frame) : nothing))
      .map((part) => part.catch(() => nothing)),
  );
  return { text: parts.map(({ text }) => text).join('\n'), moved: parts.some(({ moved }) => moved) };
}

const placeOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { bench: Bench }).bench.place());

/** A large window, because a sheet renders only its visible part. */
const largeWindow = { width: 1200, height: 2000 } as const;

/** All text of a viewer from the first to the last page, within the time. */
export async function shownText(page: Page, until: number): Promise<string> {
  const texts: string[] = [];
  if (page.frames().some((frame) => frame.url().includes('viewer-frame-sheet'))) {
    texts.push((await collectAllText(page)).text);
    await page.setViewportSize(largeWindow);
    // Painting takes longer than layout, so the page is drawn small. Something is still painted, because the browser
    // throttles hidden pages, and draws only one frame a second if nothing is painted.
    await page.evaluate(() => document.body.style.setProperty('transform', 'scale(0.05)'));
  }
  const { pages } = await placeOf(page);
  const last = Math.min(pages, maxPages);
  for (let number = 1; number <= last && Date.now() < until; ) {
    if (number > 1) await turnTo(page, number);
    let idleRounds = 0;
    for (let screen = 0; screen < maxScreens && Date.now() < until && idleRounds < 2; screen += 1) {
      const { text, moved } = await collectAllText(page);
      texts.push(text);
      // Content may arrive late: two rounds without new text end a page.
      idleRounds = moved || text.trim() !== '' ? 0 : idleRounds + 1;
    }
    // One scroll step may have passed several pages that lie below each other.
    const reached = (await placeOf(page)).page;
    number = Math.max(number, reached) + 1;
  }
  return texts.join('\n');
}

async function turnTo(page: Page, number: number): Promise<void> {
  await page.evaluate((to) => (globalThis as unknown as { bench: Bench }).bench.goTo(to), number);
  await page
    .waitForFunction((to) => (globalThis as unknown as { bench: Bench }).bench.place().page === to, number, {
      timeout: 1_000,
    })
    .catch(() => undefined);
}
