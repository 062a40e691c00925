import { watermarkTile } from './watermark.rules.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const checkIntervalMs = 500;

// `all: initial` comes first so that the page's own styles for svg elements do not apply.
const overlayStyle = {
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

function createSvgElement<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | number>>,
) {
  const element = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Sets inline styles with `!important`, which override every style sheet of the page. */
function setImportantStyle<Made extends SVGElement>(
  element: Made,
  styles: Readonly<Record<string, string>>,
): Made {
  // The style object is used because the app's content security policy forbids style attributes.
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, 'important');
  return element;
}

const textStyle = {
  all: 'initial',
  visibility: 'visible',
  fill: 'rgb(126 130 138 / 42%)',
  // The white outline keeps the grey visible on grey and on bright parts of a film.
  stroke: 'rgb(255 255 255 / 28%)',
  'stroke-width': '1px',
  'paint-order': 'stroke',
  'font-family': 'system-ui, sans-serif',
  'font-size': `${watermarkTile.fontSize}px`,
  'text-anchor': 'middle',
};

let lastPatternId = 0;

function createOverlay(lines: readonly string[], id: string): SVGSVGElement {
  const pattern = createSvgElement('pattern', {
    id,
    width: watermarkTile.width,
    height: watermarkTile.height,
    patternUnits: 'userSpaceOnUse',
    patternTransform: `rotate(${watermarkTile.angleDegrees})`,
  });
  for (const [index, line] of lines.entries()) {
    const text = createSvgElement('text', {
      x: watermarkTile.width / 2,
      y: watermarkTile.height / 2 + (index - (lines.length - 1) / 2) * watermarkTile.lineHeight,
    });
    text.textContent = line;
    pattern.append(setImportantStyle(text, textStyle));
  }
  const defs = createSvgElement('defs', {});
  defs.append(pattern);
  const area = setImportantStyle(createSvgElement('rect', { width: '100%', height: '100%' }), {
    all: 'initial',
    visibility: 'visible',
    width: '100%',
    height: '100%',
    // The initial value would capture every press meant for the content below.
    'pointer-events': 'none',
    fill: `url(#${id})`,
  });
  const svg = setImportantStyle(createSvgElement('svg', { 'aria-hidden': 'true' }), overlayStyle);
  svg.append(defs, area);
  return svg;
}

/**
 * Lays the watermark over a container as its last child and restores it when it is removed, covered or
 * changed. Does nothing without lines.
 * @returns a function that stops maintaining it.
 */
export function maintainWatermark(container: HTMLElement, lines: readonly string[]): () => void {
  if (lines.length === 0) return () => undefined;
  lastPatternId += 1;
  const id = `watermark-${lastPatternId}`;
  const create = () => createOverlay(lines, id);
  let current = create();
  const markup = current.outerHTML;
  const restore = () => {
    const isIntact = current.outerHTML === markup && container.lastElementChild === current;
    // Another pattern with this id earlier in the page would be drawn instead.
    const duplicate = document.getElementById(id);
    if (duplicate !== null && !current.contains(duplicate)) duplicate.remove();
    else if (isIntact) return;
    current.remove();
    current = create();
    container.append(current);
  };
  restore();
  const observer = new MutationObserver(restore);
  observer.observe(container, { childList: true, subtree: true, attributes: true, characterData: true });
  // The timer backs up the observer, which a script in the page could starve.
  const timer = setInterval(restore, checkIntervalMs);
  return () => {
    clearInterval(timer);
    observer.disconnect();
    current.remove();
  };
}
