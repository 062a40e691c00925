import { sheet as sheetEn } from '../../../i18n/en/sheet.ts';
import { viewers as en } from '../../../i18n/en/viewers.ts';
import { sheet as sheetZh } from '../../../i18n/zh/sheet.ts';
import { viewers as zh } from '../../../i18n/zh/viewers.ts';
import { headSize } from '../format.rules.ts';
import { addStyle } from '../frame/add-style.viewer.ts';
import type { ShowFrame } from '../frame/frame.types.ts';
import markdownCss from '../markdown/markdown.css?inline';
import { markdownText } from '../markdown/markdown.viewer.ts';
import { codeText } from './code-text.viewer.ts';
import { encodingOf } from './encoding.rules.ts';
import { jsonText } from './json-text.viewer.ts';
import { plainText } from './plain-text.viewer.ts';
import { tableText } from './table-text.viewer.ts';
import css from './text.css?inline';
import { type TextSettings, textBar } from './text-bar.viewer.ts';
import type { TextStage, TextView } from './text-view.types.ts';
import { type TextWay, wayOf } from './text-way.rules.ts';

const sampleSize = 8 * headSize;
const sizes = { min: 0.7, max: 3, step: 1.2 } as const;

async function formattedText(stage: TextStage, way: TextWay): Promise<TextView | null> {
  if (way.way === 'json') return jsonText(stage);
  if (way.way === 'table') return tableText(stage);
  if (way.way === 'markdown') return markdownText(stage);
  return way.way === 'code' ? codeText(stage, way.language) : null;
}

/**
 * The viewer of texts: tables, trees, Markdown and source code are formatted; everything else is plain text
 * of any size.
 */
export const show: ShowFrame = async (root, source, options) => {
  const texts = options.language === 'en' ? en : zh;
  addStyle(css, markdownCss);
  root.removeAttribute('tabindex');
  const sample = await source.read(0, Math.min(sampleSize, source.size));
  const guessed = encodingOf(sample);
  const start = new TextDecoder(guessed).decode(sample);
  const way = wayOf({ extension: options.extension, start, size: source.size });
  const scroller = document.createElement('div');
  scroller.className = 'scroller';
  scroller.tabIndex = 0;
  let view: TextView = { end: () => undefined };
  let turn = 0;

  const mount = async ({ encoding, wrap, formatted }: TextSettings, from: number) => {
    turn += 1;
    const mine = turn;
    view.end();
    scroller.replaceChildren();
    scroller.classList.toggle('unwrapped', !wrap);
    const stage: TextStage = {
      scroller,
      source,
      encoding,
      texts,
      tableWords: options.language === 'en' ? sheetEn : sheetZh,
      start: from,
      onPage: (page, pages) => mine === turn && options.onPage(page, pages),
    };
    const next = (formatted ? await formattedText(stage, way) : null) ?? (await plainText(stage));
    if (mine === turn) view = next;
    else next.end();
  };

  const settings: TextSettings = { encoding: guessed, wrap: true, formatted: way.way !== 'plain' };
  const bar = textBar({
    guessed,
    settings,
    canFormat: way.way !== 'plain',
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
      const next = step === 'in' ? size * sizes.step : size / sizes.step;
      size = step === 'fit' ? 1 : Math.min(sizes.max, Math.max(sizes.min, next));
      scroller.style.fontSize = `${size}rem`;
    },
    search: {
      find: async (asked) => view.search?.find(asked),
      step: (to) => view.search?.step(to),
    },
    outline: async () => (await view.outline?.()) ?? [],
  };
};
