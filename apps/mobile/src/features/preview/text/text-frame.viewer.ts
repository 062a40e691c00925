import { headSize } from '../format.rules.ts';
import type { ShowFrame } from '../frame/frame.types.ts';
import { encodingOf } from './encoding.rules.ts';
import { type TextBlocks, textBlocks } from './text-blocks.rules.ts';

const sampleSize = 8 * headSize;
/** Blocks are filled this far above and below what is seen. */
const margin = '150% 0px';
const sizes = { min: 0.7, max: 3, step: 1.2 } as const;

/** Shows a text: blocks of it are in the page only while they are near what is seen. */
export const show: ShowFrame = async (root, source, { onPage }) => {
  const encoding = encodingOf(await source.read(0, Math.min(sampleSize, source.size)));
  const blocks = textBlocks(source, encoding);
  const showPart = partsIn(root, blocks);
  let size = 1;
  await showPart(0);
  onPage(1, blocks.parts);
  return {
    goTo(page) {
      const part = Math.min(blocks.parts, Math.max(1, page));
      void showPart(part - 1).then(() => onPage(part, blocks.parts));
    },
    zoom(step) {
      const next = step === 'in' ? size * sizes.step : size / sizes.step;
      size = step === 'fit' ? 1 : Math.min(sizes.max, Math.max(sizes.min, next));
      root.style.fontSize = `${size}rem`;
    },
  };
};

function partsIn(body: HTMLElement, blocks: TextBlocks): (part: number) => Promise<void> {
  let watcher: IntersectionObserver | undefined;
  return async (part) => {
    watcher?.disconnect();
    const places = Array.from({ length: blocks.count(part) }, () => document.createElement('pre'));
    const fill = async (place: HTMLElement) => {
      if (place.firstChild) return;
      const text = await blocks.text(part, places.indexOf(place as HTMLPreElement));
      place.textContent = text;
      place.style.minHeight = '';
    };
    const empty = (place: HTMLElement) => {
      if (!place.firstChild) return;
      // Its height stays, so that nothing moves under the eye.
      place.style.minHeight = `${place.offsetHeight}px`;
      place.replaceChildren();
    };
    watcher = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) void fill(target as HTMLElement);
          else empty(target as HTMLElement);
        }
      },
      { rootMargin: margin },
    );
    body.replaceChildren(...places);
    scrollTo(0, 0);
    const [first] = places;
    if (first) await fill(first);
    // What is not read yet is taken to be as long as the first block.
    for (const place of places) {
      if (place !== first) place.style.minHeight = `${first?.offsetHeight ?? 0}px`;
      watcher.observe(place);
    }
  };
}
