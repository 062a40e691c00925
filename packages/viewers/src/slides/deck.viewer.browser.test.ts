import { expect, it } from 'vitest';
import { slides as words } from '../texts/zh/slides.ts';
import { showDeck } from './deck.viewer.ts';
import type { SlideRenderer } from './slide-renderer.viewer.ts';
import type { Deck, Presentation, Slide } from './slides.types.ts';

const textNode = (text: string): Slide['nodes'][number] => ({
  type: 'shape',
  id: text,
  transform: { x: 0, y: 0, width: 1, height: 1 },
  geometry: {},
  paragraphs: [{ runs: [{ text }] }],
});
const slide = (index: number): Slide => ({
  id: `s${index}`,
  index,
  nodes: index === 0 ? [textNode('条款')] : [],
  hidden: index === 1,
});
const presentation: Presentation = {
  format: 'pptx',
  size: { widthEmu: 9_144_000, heightEmu: 5_143_500 },
  slides: Array.from({ length: 60 }, (_, index) => slide(index)),
  masters: [],
  layouts: [],
  themes: [],
  assets: {},
  warnings: [],
};
const deck: Deck = {
  presentation,
  slides: presentation.slides.map((_, index) => ({
    notes: index === 0 ? ['讲稿'] : [],
    undrawnTexts: index === 2 ? ['图形里的字'] : [],
    pictures: [],
  })),
};

/** A renderer that writes the slide number and counts the rendered slides. */
function countingRenderer(): SlideRenderer & { readonly drawn: Set<number> } {
  const drawn = new Set<number>();
  return {
    drawn,
    render: async (index, target) => {
      drawn.add(index);
      target.textContent = `slide ${index + 1}`;
      return () => {
        drawn.delete(index);
        target.replaceChildren();
      };
    },
  };
}

async function shown(renderer = countingRenderer()) {
  const root = document.createElement('main');
  document.body.replaceChildren(root);
  const pages: number[] = [];
  const view = await showDeck(root, deck, { renderer, words, start: 1, onPage: (page) => pages.push(page) });
  return { root, view, renderer, pages };
}

it('draws only slides near the viewport, and removes slides left behind', async () => {
  const { view, renderer, pages } = await shown();
  await expect.poll(() => renderer.drawn.has(1)).toBe(true);
  expect(renderer.drawn.has(40)).toBe(false);
  view.goTo?.(41);
  await expect.poll(() => renderer.drawn.has(40) && !renderer.drawn.has(0)).toBe(true);
  expect(renderer.drawn.size).toBeLessThan(20);
  expect(Math.floor(pages.at(-1) ?? 0)).toBe(41);
});

it('fits a slide to the width, and enlarges it with the zoom', async () => {
  const { root, view } = await shown();
  const sheet = () => root.querySelector('.sheet')?.getBoundingClientRect() ?? new DOMRect();
  expect(sheet().width / sheet().height).toBeCloseTo(16 / 9, 1);
  const before = sheet().width;
  expect(before).toBeLessThanOrEqual(innerWidth);
  view.zoom?.('in');
  await expect.poll(() => sheet().width).toBeGreaterThan(before * 1.3);
  view.zoom?.('fit');
  await expect.poll(() => Math.round(sheet().width)).toBe(Math.round(before));
});

it('shows the notes of a slide, the text that could not be laid out, and the hidden mark', async () => {
  const { root } = await shown();
  const [first, second, third] = root.querySelectorAll('section');
  expect(first?.querySelector('details')?.textContent).toBe(`${words.notes}讲稿`);
  expect(second?.textContent).toContain(words.hidden);
  expect(third?.querySelector('details[open]')?.textContent).toBe(`${words.rest}图形里的字`);
});

it('shows the text of a slide that cannot be drawn, and draws the others', async () => {
  const counting = countingRenderer();
  const { root } = await shown({
    ...counting,
    render: (index, target) =>
      index === 0 ? Promise.reject(new Error('cannot draw')) : counting.render(index, target),
  });
  const [first, second] = root.querySelectorAll('section');
  expect(first?.querySelector('details[open]')?.textContent).toBe(`${words.rest}条款`);
  expect(first?.querySelector('.canvas')).toBeNull();
  await expect.poll(() => second?.querySelector('.canvas')?.textContent).toBe('slide 2');
});

it('presents one slide alone, as large as the viewport allows, and returns to all of them', async () => {
  const { root, view, renderer, pages } = await shown();
  const sheets = () =>
    [...root.querySelectorAll('.sheet')]
      .map((sheet) => sheet.getBoundingClientRect())
      .filter(({ width }) => width > 0);
  view.present?.(30);
  await expect.poll(() => renderer.drawn.has(29)).toBe(true);
  expect(sheets()).toHaveLength(1);
  const [{ left, top, right, bottom } = new DOMRect()] = sheets();
  expect(Math.min(innerWidth - (right - left), innerHeight - (bottom - top))).toBeCloseTo(0, 0);
  expect(Math.min(left, top)).toBeCloseTo(0, 0);
  expect(left).toBeCloseTo(innerWidth - right, 0);
  expect(top).toBeCloseTo(innerHeight - bottom, 0);
  await expect.poll(() => renderer.drawn.has(0)).toBe(false);
  // The reading position is not the one of a column that is not there.
  expect(pages.every((page) => page < 2)).toBe(true);
  view.present?.(null);
  view.goTo?.(30);
  expect(sheets()).toHaveLength(60);
  await expect.poll(() => Math.floor(pages.at(-1) ?? 0)).toBe(30);
});

it('offers no presentation of texts without a layout', async () => {
  const root = document.createElement('main');
  document.body.replaceChildren(root);
  const plain = { ...deck, presentation: null };
  const view = await showDeck(root, plain, { renderer: null, words, start: 1, onPage: () => undefined });
  expect(view.present).toBeUndefined();
});
