import { headBytes } from '../format/format.rules.ts';
import { addStyle } from '../frame/add-style.viewer.ts';
import type { ShowFrame } from '../frame/frame.types.ts';
import markdownCss from '../markdown/markdown.css?inline';
import { showMarkdown } from '../markdown/markdown.viewer.ts';
import { sheet as sheetEn } from '../texts/en/sheet.ts';
import { viewers as en } from '../texts/en/viewers.ts';
import { sheet as sheetZh } from '../texts/zh/sheet.ts';
import { viewers as zh } from '../texts/zh/viewers.ts';
import { showCode } from './code-text.viewer.ts';
import { detectEncoding } from './encoding.rules.ts';
import { showJson } from './json-text.viewer.ts';
import { showPlainText } from './plain-text.viewer.ts';
import { showTable } from './table-text.viewer.ts';
import css from './text.css?inline';
import { createTextBar, type TextSettings } from './text-bar.viewer.ts';
import { type TextFormat, textFormatOf } from './text-format.rules.ts';
import type { TextStage, TextView } from './text-view.types.ts';

const sampleBytes = 8 * headBytes;
const textZoom = { min: 0.7, max: 3, step: 1.2 } as const;

async function showFormatted(stage: TextStage, format: TextFormat): Promise<TextView | null> {
  if (format.kind === 'json') return showJson(stage);
  if (format.kind === 'table') return showTable(stage);
  if (format.kind === 'markdown') return showMarkdown(stage);
  return format.kind === 'code' ? showCode(stage, format.language) : null;
}

/**
 * The viewer of texts: tables, trees, Markdown and source code are formatted; everything else is plain text
 * of any size.
 */
export const show: ShowFrame = async (root, source, options) => {
  const texts = options.language === 'en' ? en : zh;
  addStyle(css, markdownCss);
  root.removeAttribute('tabindex');
  const sample = await source.read(0, Math.min(sampleBytes, source.size));
  const detectedEncoding = detectEncoding(sample);
  const start = new TextDecoder(detectedEncoding).decode(sample);
  const format = textFormatOf({ extension: options.extension, start, size: source.size });
  const scroller = document.createElement('div');
  scroller.className = 'scroller';
  scroller.tabIndex = 0;
  let view: TextView = { end: () => undefined };
  let generation = 0;

  const mount = async ({ encoding, isWrapped, isFormatted }: TextSettings, startPosition: number) => {
    generation += 1;
    const mountGeneration = generation;
    view.end();
    scroller.replaceChildren();
    scroller.classList.toggle('unwrapped', !isWrapped);
    const stage: TextStage = {
      scroller,
      source,
      encoding,
      texts,
      tableTexts: options.language === 'en' ? sheetEn : sheetZh,
      start: startPosition,
      onPage: (page, pages) => mountGeneration === generation && options.onPage(page, pages),
    };
    const next = (isFormatted ? await showFormatted(stage, format) : null) ?? (await showPlainText(stage));
    if (mountGeneration === generation) view = next;
    else next.end();
  };

  const settings: TextSettings = {
    encoding: detectedEncoding,
    isWrapped: true,
    isFormatted: format.kind !== 'plain',
  };
  const bar = createTextBar({
    detectedEncoding,
    settings,
    canFormat: format.kind !== 'plain',
    texts: texts.text,
    onChange: (next) => void mount(next, 1),
  });
  root.append(bar, scroller);
  await mount(settings, options.start);
  let size = 1;
  return {
    goTo: (page) => view.goTo?.(page),
    zoom: (step) => {
      if (view.zoom) return view.zoom(step);
      const next = step === 'in' ? size * textZoom.step : size / textZoom.step;
      size = step === 'fit' ? 1 : Math.min(textZoom.max, Math.max(textZoom.min, next));
      scroller.style.fontSize = `${size}rem`;
    },
    search: {
      find: async (findOptions) => view.search?.find(findOptions),
      step: (to) => view.search?.step(to),
    },
    outline: async () => (await view.outline?.()) ?? [],
  };
};
