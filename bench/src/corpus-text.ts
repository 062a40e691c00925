import type { Frame, Page } from 'playwright';
import type { Bench } from './corpus-entry.ts';

/** The maximum number of parts of a document, and of scroll steps of a part. */
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
    type Known = { readonly isApart: boolean; readonly scrolls: boolean };
    const kept = globalThis as { gathered?: WeakMap<Node, string>; known?: WeakMap<Element, Known> };
    const gathered = (kept.gathered ??= new WeakMap<Node, string>());
    const known = (kept.known ??= new WeakMap<Element, Known>());
    const texts: string[] = [];
    const scrollers: Element[] = [];
    const knowOf = (element: Element): Known => {
      const { display, overflowX, overflowY } = getComputedStyle(element);
      const of = {
        isApart: element.nodeName === 'BR' || (!display.startsWith('inline') && display !== 'contents'),
        scrolls: /auto|scroll/.test(overflowX + overflowY),
      };
      known.set(element, of);
      return of;
    };
    let isApart = true;
    const visit = (root: Node) => {
      for (let node = root.firstChild; node !== null; node = node.nextSibling) {
        if (node instanceof Text) {
          if (gathered.get(node) === node.data) continue;
          gathered.set(node, node.data);
          texts.push(isApart ? '\n' : '', node.data);
          isApart = false;
        } else if (
          node instanceof Element &&
          !['style', 'script', 'title', 'defs'].includes(node.nodeName.toLowerCase())
        ) {
          const of = known.get(node) ?? knowOf(node);
          isApart ||= of.isApart;
          if (of.scrolls) scrollers.push(node);
          if (node.shadowRoot) visit(node.shadowRoot);
          visit(node);
          isApart ||= of.isApart;
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

/** A hidden frame of the page contains text only and is not rendered. */
async function isSeen(frame: Frame): Promise<boolean> {
  return frame.parentFrame() === null || (await (await frame.frameElement()).isVisible());
}

async function collectAllText(page: Page): Promise<{ readonly text: string; readonly moved: boolean }> {
  const nothing = { text: '', moved: false };
  const parts = await Promise.all(
    page
      .frames()
      .map(async (frame) => ((await isSeen(frame)) ? await collectFrameText(frame) : nothing))
      .map((part) => part.catch(() => nothing)),
  );
  return { text: parts.map(({ text }) => text).join('\n'), moved: parts.some(({ moved }) => moved) };
}

const placeOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { bench: Bench }).bench.place());

/** A large window, because a sheet renders only its visible part. */
const wide = { width: 1200, height: 2000 } as const;

/** All text of a viewer from the first to the last page, within the time. */
export async function shownText(page: Page, until: number): Promise<string> {
  const texts: string[] = [];
  if (page.frames().some((frame) => frame.url().includes('viewer-frame-sheet'))) {
    texts.push((await collectAllText(page)).text);
    await page.setViewportSize(wide);
    // Painting takes longer than layout. A hidden page would be throttled, and a browser without any painting draws
    // once a second.
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
      // Searches once more for late content.
      idleRounds = moved || text.trim() !== '' ? 0 : idleRounds + 1;
    }
    // Pages below each other may have passed in one step.
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
