import { addStyle } from '../frame/add-style.viewer.ts';
import { callWorker } from '../frame/call-worker.util.ts';
import canvasCss from '../frame/canvas.css?inline';
import columnCss from '../frame/column.css?inline';
import type { ShowFrame } from '../frame/frame.types.ts';
import { readWholeDocument } from '../frame/read-whole-document.util.ts';
import { viewers as en } from '../texts/en/viewers.ts';
import { viewers as zh } from '../texts/zh/viewers.ts';
import { findText } from '../viewer/find-text.rules.ts';
import type { DocumentSearch, FindOptions } from '../viewer/viewer.types.ts';

import type { Drawing, DrawingText } from './drawing.types.ts';
// oxlint-disable-next-line import/default -- the bundler makes the class of it
import DrawingWorker from './drawing.worker.ts?worker&inline';
import { createPainter, type View } from './drawing-canvas.viewer.ts';
import { addPanZoom } from './pan-zoom.viewer.ts';

const margin = 0.94;
const zoomStep = 1.25;
const maxZoom = 1e6;
/** The height of a text in CSS pixels when a search goes to it. */
const readableTextPixels = 18;
const maxMatches = 5000;

async function parse(bytes: Uint8Array<ArrayBuffer>): Promise<Drawing> {
  const worker = new DrawingWorker();
  try {
    return await callWorker<Drawing>(worker, bytes, { transfer: [bytes.buffer] });
  } finally {
    worker.terminate();
  }
}

/** The viewer of drawings of CAD programs: a canvas that can be moved and zoomed. */
export const show: ShowFrame = async (root, source, options) => {
  const texts = (options.language === 'en' ? en : zh).drawing;
  addStyle(columnCss, canvasCss);
  root.removeAttribute('tabindex');
  const drawing = await parse(await readWholeDocument(source, options));
  const painter = createPainter(drawing);
  const canvas = document.createElement('canvas');
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'img');
  const facts = document.createElement('p');
  const format = new Intl.NumberFormat(options.language === 'en' ? 'en' : 'zh-CN', {
    maximumFractionDigits: 2,
  });
  const { left, bottom, right, top } = painter.bounds;
  facts.textContent = [
    texts.objects(
      format.format(drawing.paths.length + drawing.texts.length),
      format.format(drawing.layerCount),
    ),
    texts.extent(format.format(right - left), format.format(top - bottom)),
    ...Object.entries(drawing.omitted).map(([kind, count]) => texts.omitted(kind, format.format(count))),
  ].join(' · ');
  canvas.setAttribute('aria-label', facts.textContent);
  root.append(canvas, facts);

  let matches: readonly DrawingText[] = [];
  let current: DrawingText | null = null;
  let view: View = { x: 0, y: 0, scale: 1 };
  let isScheduled = false;
  const paint = () => {
    isScheduled = false;
    const style = getComputedStyle(canvas);
    const colors = { foreground: style.color, isDark: options.theme === 'dark' };
    painter.paint({ canvas, view, colors, matches: new Set(matches), current });
  };
  const schedule = () => {
    if (!isScheduled) requestAnimationFrame(paint);
    isScheduled = true;
  };
  const fitScale = () =>
    margin *
    Math.min(
      canvas.clientWidth / Math.max(1e-9, right - left),
      canvas.clientHeight / Math.max(1e-9, top - bottom),
    );
  let isFitted = true;
  const fit = () => {
    isFitted = true;
    view = { x: (left + right) / 2, y: (bottom + top) / 2, scale: Math.max(1e-12, fitScale()) };
    schedule();
  };
  const move = (next: View) => {
    isFitted = false;
    const smallest = Math.max(1e-12, fitScale()) / 4;
    view = { ...next, scale: Math.min(smallest * maxZoom, Math.max(smallest, next.scale)) };
    schedule();
  };
  const zoomAt = (factor: number, at: { readonly x: number; readonly y: number }) => {
    const [offsetX, offsetY] = [at.x - canvas.clientWidth / 2, canvas.clientHeight / 2 - at.y];
    const scale = view.scale * factor;
    move({
      x: view.x + offsetX / view.scale - offsetX / scale,
      y: view.y + offsetY / view.scale - offsetY / scale,
      scale,
    });
  };
  addPanZoom(canvas, {
    onPan: (x, y) => move({ ...view, x: view.x - x / view.scale, y: view.y + y / view.scale }),
    onZoom: zoomAt,
  });
  new ResizeObserver(() => (isFitted ? fit() : schedule())).observe(canvas);
  fit();
  paint();
  options.onPage(1, 1);
  return {
    zoom: (step) => {
      if (step === 'fit') fit();
      else
        zoomAt(step === 'in' ? zoomStep : 1 / zoomStep, {
          x: canvas.clientWidth / 2,
          y: canvas.clientHeight / 2,
        });
    },
    search: createSearch(drawing.texts, (found, match) => {
      matches = found;
      current = match;
      if (match)
        move({ x: match.x, y: match.y, scale: Math.max(view.scale, readableTextPixels / match.height) });
      else schedule();
    }),
  };
};

/** Searches the texts of a drawing. */
function createSearch(
  texts: readonly DrawingText[],
  onShow: (matches: readonly DrawingText[], current: DrawingText | null) => void,
): DocumentSearch {
  let matches: readonly DrawingText[] = [];
  let index = 0;
  let onFound: FindOptions['onFound'] = () => undefined;
  const showMatch = () => {
    onShow(matches, matches[index] ?? null);
    onFound({ count: matches.length, current: matches.length > 0 ? index + 1 : 0, searched: 1 });
  };
  return {
    async find({ words, signal, ...options }) {
      matches = texts.filter(({ text }) => findText(text, words).length > 0).slice(0, maxMatches);
      index = 0;
      ({ onFound } = options);
      showMatch();
      signal.addEventListener(
        'abort',
        () => {
          matches = [];
          onFound = () => undefined;
          onShow([], null);
        },
        { once: true },
      );
    },
    readText: async () => texts.map(({ text }) => text).join('\n'),
    step(to) {
      if (matches.length === 0) return;
      index = (index + (to === 'next' ? 1 : matches.length - 1)) % matches.length;
      showMatch();
    },
  };
}
