import { pictureUrl } from '../picture-types.rules.ts';
import type { Deck, SlideExtras } from './slides.types.ts';

export type SlideWords = {
  slide(page: number, pages: number): string;
  readonly hidden: string;
  readonly notes: string;
  readonly rest: string;
  readonly plain: string;
  readonly empty: string;
};

export type SlidePlace = {
  readonly section: HTMLElement;
  /** The element in which the slide is drawn at its own size; null without a layout. */
  readonly canvas: HTMLElement | null;
};

const made = <Name extends keyof HTMLElementTagNameMap>(name: Name, text: string, className = '') => {
  const element = document.createElement(name);
  element.textContent = text;
  element.className = className;
  return element;
};

/** Replaces a slide that cannot be drawn by its text. */
export function showWords({ canvas }: SlidePlace, texts: readonly string[], words: SlideWords) {
  const lines = texts.filter((text) => text.trim() !== '').map((text) => made('p', text));
  canvas?.parentElement?.replaceWith(...folded(words.rest, lines, true));
}

/** Creates a section for each slide, with the notes and texts that are not drawn. */
export function createPlaces({ presentation, slides }: Deck, words: SlideWords): SlidePlace[] {
  return slides.map((extras, index) => {
    const section = document.createElement('section');
    section.className = 'slide';
    section.dataset['part'] = '';
    section.setAttribute('aria-label', words.slide(index + 1, slides.length));
    const canvas = presentation ? document.createElement('div') : null;
    if (canvas) {
      const sheet = made('div', '', 'sheet');
      canvas.className = 'canvas';
      sheet.append(canvas);
      section.append(sheet);
    }
    if (presentation?.slides[index]?.hidden) section.append(made('p', words.hidden, 'hidden-slide'));
    section.append(...extrasOf(extras, words, canvas === null));
    return { section, canvas };
  });
}

function extrasOf(
  { rest, notes, pictures }: SlideExtras,
  words: SlideWords,
  isPlain: boolean,
): HTMLElement[] {
  const lines = rest.map((text) => made('p', text));
  const images = pictures.map(({ mimeType, bytes }) => {
    const image = document.createElement('img');
    image.alt = '';
    image.src = pictureUrl(mimeType, bytes);
    return image;
  });
  const beside = isPlain ? [...lines, ...images] : folded(words.rest, lines, true);
  return [
    ...beside,
    ...folded(
      words.notes,
      notes.map((text) => made('p', text)),
      false,
    ),
  ];
}

function folded(title: string, lines: readonly HTMLElement[], isOpen: boolean): HTMLElement[] {
  if (lines.length === 0) return [];
  const details = document.createElement('details');
  details.open = isOpen;
  details.append(made('summary', title), ...lines);
  return [details];
}
