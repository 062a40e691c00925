import { callWorker } from '../frame/call-worker.util.ts';
import type { ShowFrame } from '../frame/frame.types.ts';
import { readWholeDocument } from '../frame/read-whole-document.util.ts';
import { slides as en } from '../texts/en/slides.ts';
import { slides as zh } from '../texts/zh/slides.ts';
import { showDeck } from './deck.viewer.ts';
import { createRenderer } from './slide-renderer.viewer.ts';
import type { Deck } from './slides.types.ts';
// oxlint-disable-next-line import/default -- the bundler makes the class of it
import SlidesWorker from './slides.worker.ts?worker&inline';

/** Shows a presentation. A worker reads it, so that a hostile file can block only the worker. */
export const show: ShowFrame = async (root, source, options) => {
  const bytes = await readWholeDocument(source, options);
  const worker = new SlidesWorker();
  try {
    const deck = await callWorker<Deck>(worker, bytes, { transfer: [bytes.buffer] });
    const renderer =
      deck.presentation && deck.slides.length > 0 ? await createRenderer(deck.presentation) : null;
    return await showDeck(root, deck, { ...options, renderer, words: options.language === 'zh' ? zh : en });
  } finally {
    worker.terminate();
  }
};
