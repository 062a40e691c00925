import { tile } from './watermark.rules.ts';

const svgName = 'http://www.w3.org/2000/svg';
const checkEvery = 500;

// `all: initial` first: whatever a page's own styles say about an svg does not reach it.
const style = {
  all: 'initial',
  display: 'block',
  position: 'absolute',
  inset: '0',
  width: '100%',
  height: '100%',
  visibility: 'visible',
  opacity: '1',
  'pointer-events': 'none',
  'z-index': '2147483647',
  overflow: 'hidden',
};

function element<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | number>>,
) {
  const made = document.createElementNS(svgName, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

let patterns = 0;

function drawn(lines: readonly string[], id: string): SVGSVGElement {
  const pattern = element('pattern', {
    id,
    width: tile.width,
    height: tile.height,
    patternUnits: 'userSpaceOnUse',
    patternTransform: `rotate(${tile.angle})`,
  });
  for (const [index, line] of lines.entries()) {
    const text = element('text', {
      x: tile.width / 2,
      y: tile.height / 2 + (index - (lines.length - 1) / 2) * tile.lineHeight,
      'text-anchor': 'middle',
      'font-size': tile.fontSize,
      'font-family': 'system-ui, sans-serif',
      fill: 'rgb(126 130 138 / 42%)',
    });
    text.textContent = line;
    pattern.append(text);
  }
  const defs = element('defs', {});
  defs.append(pattern);
  const svg = element('svg', { 'aria-hidden': 'true' });
  // By the style object: the app's content policy takes no style attribute.
  for (const [name, value] of Object.entries(style)) svg.style.setProperty(name, value, 'important');
  svg.append(defs, element('rect', { width: '100%', height: '100%', fill: `url(#${id})` }));
  return svg;
}

/**
 * Lays the watermark over a container as its last child, and puts it back whenever somebody takes it away, covers it
 * or changes it; nothing where there are no lines. Returns the function that ends it.
 */
export function keepWatermark(container: HTMLElement, lines: readonly string[]): () => void {
  if (lines.length === 0) return () => undefined;
  patterns += 1;
  const id = `watermark-${patterns}`;
  const fresh = () => drawn(lines, id);
  let current = fresh();
  const markup = current.outerHTML;
  const restore = () => {
    if (current.outerHTML === markup && container.lastElementChild === current) return;
    current.remove();
    current = fresh();
    container.append(current);
  };
  restore();
  const observer = new MutationObserver(restore);
  observer.observe(container, { childList: true, subtree: true, attributes: true, characterData: true });
  // Beside the observer, which a script in the page could starve.
  const timer = setInterval(restore, checkEvery);
  return () => {
    clearInterval(timer);
    observer.disconnect();
    current.remove();
  };
}
