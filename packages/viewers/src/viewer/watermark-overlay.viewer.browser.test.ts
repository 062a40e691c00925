import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lines } from '../../testing/stage.ts';
import { maintainWatermark } from './watermark-overlay.viewer.ts';

let container: HTMLElement;
let end: () => void;
const added: Element[] = [];

beforeEach(() => {
  container = document.createElement('div');
  container.style.cssText = 'position: relative; width: 360px; height: 600px';
  container.append(document.createElement('p'));
  document.body.append(container);
  end = maintainWatermark(container, lines);
});
afterEach(() => {
  end();
  container.remove();
  for (const one of added.splice(0)) one.remove();
});

const overlay = () => container.querySelector<SVGSVGElement>('svg[aria-hidden]');
const wordsOf = () => [...container.querySelectorAll('svg text')].map((line) => line.textContent);

/** Whether the overlay covers the complete container, is on top and has coloured text. */
function isThere(): boolean {
  const svg = overlay();
  const area = svg?.querySelector('rect');
  const text = svg?.querySelector('text');
  if (!svg || !area || !text || container.lastElementChild !== svg) return false;
  const box = svg.getBoundingClientRect();
  const look = getComputedStyle(svg);
  const fill = getComputedStyle(area);
  const id = svg.querySelector('pattern')?.id ?? '';
  return (
    box.width === 360 &&
    box.height === 600 &&
    look.display === 'block' &&
    look.visibility === 'visible' &&
    look.opacity === '1' &&
    look.zIndex === '2147483647' &&
    fill.display !== 'none' &&
    fill.visibility === 'visible' &&
    fill.width === '360px' &&
    fill.fill.includes(`#${id}`) &&
    document.getElementById(id)?.closest('svg') === svg &&
    getComputedStyle(text).fill === 'rgba(126, 130, 138, 0.42)' &&
    getComputedStyle(text).fontSize === '14px' &&
    wordsOf().join() === lines.join()
  );
}

function addStyles(css: string) {
  const sheet = document.createElement('style');
  sheet.textContent = css;
  document.head.append(sheet);
  added.push(sheet);
}

it('covers the document, and is removed with it', () => {
  expect(isThere()).toBe(true);
  end();
  expect(overlay()).toBeNull();
});

it('lets pointer events through to the document', () => {
  const { left, top } = container.getBoundingClientRect();
  for (let x = 10; x < 360; x += 20)
    expect(document.elementFromPoint(left + x, top + x)?.closest('svg') ?? null).toBeNull();
});

it('is not rendered without a text', () => {
  end();
  end = maintainWatermark(container, []);
  expect(overlay()).toBeNull();
});

it.each<[string, () => void]>([
  ['taken away', () => overlay()?.remove()],
  ['emptied', () => overlay()?.replaceChildren()],
  ['hidden', () => overlay()?.style.setProperty('display', 'none', 'important')],
  ['made transparent', () => overlay()?.style.setProperty('opacity', '0', 'important')],
  ['put below', () => overlay()?.style.setProperty('z-index', '-1', 'important')],
  ['made small', () => overlay()?.style.setProperty('width', '1px', 'important')],
  ['given another attribute', () => overlay()?.setAttribute('hidden', '')],
  ['clipped', () => overlay()?.style.setProperty('clip-path', 'inset(50%)')],
  ['covered', () => container.append(document.createElement('div'))],
  ['replaced', () => overlay()?.replaceWith(document.createElement('svg'))],
  ['robbed of its words', () => overlay()?.querySelector('text')?.replaceChildren('x')],
  ['robbed of its colour', () => overlay()?.querySelector('text')?.style.setProperty('fill', 'none')],
  ['moved elsewhere', () => document.body.append(overlay() ?? '')],
])('is restored when it is %s', async (_, harm) => {
  harm();
  await vi.waitFor(() => expect(isThere()).toBe(true));
  expect(document.body.querySelectorAll(':scope > svg')).toHaveLength(0);
});

it('ignores style sheets of the page', () => {
  addStyles(`
    svg, svg * { display: none !important; visibility: hidden !important; opacity: 0 !important; }
    rect { width: 0 !important; height: 0 !important; fill: none !important; }
    text { fill: transparent !important; font-size: 0 !important; }
  `);
  expect(isThere()).toBe(true);
});

it('is not drawn by another SVG pattern with the same id', async () => {
  const id = overlay()?.querySelector('pattern')?.id ?? '';
  const other = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  other.innerHTML = `<pattern id="${id}" width="9" height="9"></pattern>`;
  document.body.prepend(other);
  added.push(other);
  await vi.waitFor(() => expect(isThere()).toBe(true));
});
