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

/** What of a look stands in a style of the element's own, above every style sheet that the page could be given. */
function fixed<Made extends SVGElement>(made: Made, look: Readonly<Record<string, string>>): Made {
  // By the style object: the app's content policy takes no style attribute.
  for (const [name, value] of Object.entries(look)) made.style.setProperty(name, value, 'important');
  return made;
}

const words = {
  all: 'initial',
  visibility: 'visible',
  fill: 'rgb(126 130 138 / 42%)',
  // On a film's grey and bright colours the grey alone would be lost.
  stroke: 'rgb(255 255 255 / 28%)',
  'stroke-width': '1px',
  'paint-order': 'stroke',
  'font-family': 'system-ui, sans-serif',
  'font-size': `${tile.fontSize}px`,
  'text-anchor': 'middle',
};

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
    });
    text.textContent = line;
    pattern.append(fixed(text, words));
  }
  const defs = element('defs', {});
  defs.append(pattern);
  const area = fixed(element('rect', { width: '100%', height: '100%' }), {
    all: 'initial',
    visibility: 'visible',
    width: '100%',
    height: '100%',
    // What is initial would take every press that is meant for what lies below.
    'pointer-events': 'none',
    fill: `url(#${id})`,
  });
  const svg = fixed(element('svg', { 'aria-hidden': 'true' }), style);
  svg.append(defs, area);
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
    const isWhole = current.outerHTML === markup && container.lastElementChild === current;
    // Another pattern of this name that comes before it in the page would be drawn in its place.
    const stray = document.getElementById(id);
    if (stray !== null && !current.contains(stray)) stray.remove();
    else if (isWhole) return;
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
