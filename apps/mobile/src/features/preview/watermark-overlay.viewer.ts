import { tile } from './watermark.rules.ts';

const svgName = 'http://www.w3.org/2000/svg';
const checkEvery = 500;

// `all: initial` comes first so that the page's own styles for svg elements do not apply.
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

/** Sets inline styles with `!important`, which override every style sheet of the page. */
function fixed<Made extends SVGElement>(made: Made, look: Readonly<Record<string, string>>): Made {
  // The style object is used because the app's content security policy forbids style attributes.
  for (const [name, value] of Object.entries(look)) made.style.setProperty(name, value, 'important');
  return made;
}

const words = {
  all: 'initial',
  visibility: 'visible',
  fill: 'rgb(126 130 138 / 42%)',
  // The white outline keeps the grey visible on grey and on bright parts of a film.
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
    // The initial value would capture every press meant for the content below.
    'pointer-events': 'none',
    fill: `url(#${id})`,
  });
  const svg = fixed(element('svg', { 'aria-hidden': 'true' }), style);
  svg.append(defs, area);
  return svg;
}

/**
 * Lays the watermark over a container as its last child and restores it when it is removed, covered or
 * changed. Does nothing without lines.
 * @returns a function that stops maintaining it.
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
    // Another pattern with this id earlier in the page would be drawn instead.
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
  // The timer backs up the observer, which a script in the page could starve.
  const timer = setInterval(restore, checkEvery);
  return () => {
    clearInterval(timer);
    observer.disconnect();
    current.remove();
  };
}
