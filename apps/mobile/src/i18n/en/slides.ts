import type { slides as zh } from '../zh/slides.ts';

export const slides: typeof zh = {
  slide: (page, pages) => `Slide ${page} of ${pages}`,
  hidden: 'Hidden in the show',
  notes: 'Notes',
  rest: 'Content that could not be laid out',
  plain: 'The layout of this presentation could not be restored. Its words and pictures follow.',
  empty: 'This presentation has no slides',
};
