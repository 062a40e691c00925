import { pictureUrl } from '../format/picture-types.rules.ts';
import type { Deck, SlideExtras } from './slides.types.ts';

export type SlideLabels = {
  slide(page: number, pages: number): string;
  readonly hidden: string;
  readonly notes: string;
  readonly rest: string;
  readonly plain: string;
  readonly empty: string;
};

export type SlideElement = {
  readonly section: HTMLElement;
  /** The element in which the slide is drawn at its own size; null without a layout. */
  readonly canvas: HTMLElement | null;
};

const createElement = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
  className = '',
) => {
  const element = document.createElement(name);
  element.textContent = text;
  element.className = className;
  return element;
};

/** Replaces a slide that cannot be drawn by its text. */
export function showTexts({ canvas }: SlideElement, texts: readonly string[], words: SlideLabels) {
  const lines = texts.filter((text) => text.trim() !== '').map((text) => createElement('p', text));
  canvas?.parentElement?.replaceWith(...createDetails(words.rest, lines, true));
}

/** Creates a section for each slide, with the notes and texts that are not drawn. */
export function createSlideElements({ presentation, slides }: Deck, words: SlideLabels): SlideElement[] {
  return slides.map((extras, index) => {
    const section = document.createElement('section');
    section.className = 'slide';
    section.dataset['part'] = '';
    section.setAttribute('aria-label', words.slide(index + 1, slides.length));
    const canvas = presentation ? document.createElement('div') : null;
    if (canvas) {
      const sheet = createElement('div', '', 'sheet');
      canvas.className = 'canvas';
      sheet.append(canvas);
      section.append(sheet);
    }
    if (presentation?.slides[index]?.hidden) section.append(createElement('p', words.hidden, 'hidden-slide'));
    section.append(...extrasOf(extras, words, canvas === null));
    return { section, canvas };
  });
}

function extrasOf(
  { undrawnTexts, notes, pictures }: SlideExtras,
  words: SlideLabels,
  isPlain: boolean,
): HTMLElement[] {
  const lines = undrawnTexts.map((text) => createElement('p', text));
  const images = pictures.map(({ mimeType, bytes }) => {
    const image = document.createElement('img');
    image.alt = '';
    image.src = pictureUrl(mimeType, bytes);
    return image;
  });
  const undrawnElements = isPlain ? [...lines, ...images] : createDetails(words.rest, lines, true);
  return [
    ...undrawnElements,
    ...createDetails(
      words.notes,
      notes.map((text) => createElement('p', text)),
      false,
    ),
  ];
}

function createDetails(title: string, lines: readonly HTMLElement[], isOpen: boolean): HTMLElement[] {
  if (lines.length === 0) return [];
  const details = document.createElement('details');
  details.open = isOpen;
  details.append(createElement('summary', title), ...lines);
  return [details];
}
