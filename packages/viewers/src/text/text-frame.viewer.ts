import { Marked } from 'marked';
import Papa from 'papaparse';
import { headBytes } from '../format/format.rules.ts';
import { addStyle } from '../frame/add-style.viewer.ts';
import columnCss from '../frame/column.css?inline';
import type { ShowFrame } from '../frame/frame.types.ts';
import { showArticle } from '../markdown/article.viewer.ts';
import markdownCss from '../markdown/markdown.css?inline';
import { showWorkbook } from '../sheet/workbook.viewer.ts';
import { workbookOfRows } from '../sheet/workbook-of-rows.rules.ts';
import { sheet as sheetEn } from '../texts/en/sheet.ts';
import { viewers as en } from '../texts/en/viewers.ts';
import { sheet as sheetZh } from '../texts/zh/sheet.ts';
import { viewers as zh } from '../texts/zh/viewers.ts';
import { showCode } from './code-text.viewer.ts';
import { detectEncoding } from './encoding.rules.ts';
import { showJson } from './json-text.viewer.ts';
import { readWholeText } from './read-whole-text.util.ts';
import recordsCss from './records.css?inline';
import { showRecords } from './records-text.viewer.ts';
import css from './text.css?inline';
import { createTextBar, type TextSettings } from './text-bar.viewer.ts';
import { createTextBlocks } from './text-blocks.rules.ts';
import { type TextFormat, textFormatOf } from './text-format.rules.ts';
import { createTextSearch } from './text-search.viewer.ts';
import type { TextStage, TextView } from './text-view.types.ts';
import { createTextWindow, type TextWindow } from './text-window.viewer.ts';

/** Shows plain text of any size. */
async function showPlainText({ scroller, source, encoding, start, onPage }: TextStage): Promise<TextView> {
  const blocks = createTextBlocks(source, encoding);
  let onFailure: (error: unknown) => void = () => undefined;
  const { search, marksOf } = createTextSearch(blocks, (): TextWindow => view);
  const view: TextWindow = createTextWindow({
    scroller,
    blocks,
    onPage,
    // After the first page was shown, the page itself reports failed reads.
    onFailure: (error) => onFailure(error),
    marksOf,
  });
  await new Promise<void>((resolve, reject) => {
    onFailure = reject;
    view.goTo(start).then(resolve, reject);
  });
  return { goTo: (page) => void view.goTo(page), search, end: view.end };
}

/** Limits of the grid; longer tables are shown as text. */
const maxRows = 200_000;
const maxCells = 4_000_000;

/** Shows separated values as a table; null where the text is not a table. */
async function showTable(stage: TextStage): Promise<TextView | null> {
  const { scroller, start, onPage, tableTexts } = stage;
  const text = (await readWholeText(stage)).replace(/^\ufeff/, '');
  const { data: rows } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy', preview: maxRows + 1 });
  const cells = rows.reduce((sum, { length }) => sum + length, 0);
  if (rows.length > maxRows || cells > maxCells) return null;
  if (rows.every(({ length }) => length < 2)) return null;
  const container = document.createElement('div');
  container.className = 'table';
  scroller.append(container);
  return showWorkbook(container, workbookOfRows('', rows), { start, onPage, words: tableTexts });
}

/** Renders Markdown. */
async function showMarkdown(stage: TextStage): Promise<TextView> {
  const text = (await readWholeText(stage))
    .replace(/^\ufeff/, '')
    .replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '');
  return showArticle(
    stage,
    new Marked({ gfm: true, async: false }).parse(text, { async: false }),
    'markdown',
  );
}

const sampleBytes = 8 * headBytes;
const textZoom = { min: 0.7, max: 3, step: 1.2 } as const;

async function showFormatted(
  stage: TextStage,
  format: TextFormat,
  language: 'zh' | 'en',
): Promise<TextView | null> {
  if (format.kind === 'json') return showJson(stage);
  if (format.kind === 'table') return showTable(stage);
  if (format.kind === 'markdown') return showMarkdown(stage);
  if (format.kind === 'html') return showArticle(stage, await readWholeText(stage), 'markdown paper');
  if (format.kind === 'calendar' || format.kind === 'contacts')
    return showRecords(stage, format.kind, language);
  return format.kind === 'code' ? showCode(stage, format.language) : null;
}

/**
 * The viewer of texts: tables, trees, Markdown and source code are formatted; everything else is plain text
 * of any size.
 */
export const show: ShowFrame = async (root, source, options) => {
  const texts = options.language === 'en' ? en : zh;
  addStyle(columnCss, css, markdownCss, recordsCss);
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
    const next =
      (isFormatted ? await showFormatted(stage, format, options.language) : null) ??
      (await showPlainText(stage));
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
      readText: async (readOptions) => (await view.search?.readText(readOptions)) ?? '',
    },
    outline: async () => (await view.outline?.()) ?? [],
  };
};
