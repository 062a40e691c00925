import type { Locator } from '@playwright/test';

/**
 * The texts and fields of a dialog that no scrolling makes visible: clipped by a box without height,
 * covered by another element, or outside of the window. @returns their texts; empty if everything is visible.
 */
export function unreadableIn(dialog: Locator): Promise<string[]> {
  return dialog.evaluate(async (root) => {
    const unreadable: string[] = [];
    const isHidden = (element: Element) =>
      element.closest('[aria-hidden="true"], [hidden]') !== null ||
      getComputedStyle(element).clipPath !== 'none' ||
      getComputedStyle(element).visibility === 'hidden';
    const isOnTop = (element: Element, { x, y, width, height }: DOMRect) => {
      if (width === 0 || height === 0) return false;
      const hit = document.elementFromPoint(x + Math.min(width / 2, 8), y + height / 2);
      return hit !== null && (element.contains(hit) || hit.contains(element)) && root.contains(hit);
    };
    const probe = (element: Element, name: string, boxOf: () => DOMRect) => {
      if (isHidden(element)) return;
      element.scrollIntoView({ block: 'start', behavior: 'instant' });
      if (!isOnTop(element, boxOf())) unreadable.push(name);
    };
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const element = text.parentElement;
      if (element === null || text.data.trim() === '') continue;
      probe(element, text.data.trim(), () => {
        range.selectNodeContents(text);
        return range.getClientRects()[0] ?? new DOMRect();
      });
    }
    for (const field of root.querySelectorAll('input, textarea, select'))
      probe(field, field.getAttribute('name') ?? field.tagName, () =>
        (field.closest('label') ?? field).getBoundingClientRect(),
      );
    return unreadable;
  });
}

/** The boxes of an element that scroll sideways although none of their content is hidden. */
export function sidewaysScrollersIn(element: Locator): Promise<string[]> {
  return element.evaluate((root) =>
    [root, ...root.querySelectorAll('*')]
      .filter(
        (box) => box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX),
      )
      .map((box) => `${box.tagName} ${box.scrollWidth} > ${box.clientWidth}`),
  );
}

/** The difference between the space left and right of an element in the window, in px; 0 where it is centred. */
export function offCentre(element: Locator): Promise<number> {
  return element.evaluate((box) => {
    const { left, right } = box.getBoundingClientRect();
    return Math.abs(Math.round(left - (document.documentElement.clientWidth - right)));
  });
}
