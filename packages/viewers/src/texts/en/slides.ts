import type { slides as zh } from '../zh/slides.ts';

export const slides: typeof zh = {
  slide: (page, pages) => `Slide ${page} of ${pages}`,
  hidden: 'Hidden in slide show',
  notes: 'Notes',
  rest: 'Content outside the layout',
  plain: 'The layout of this presentation can’t be shown. Its text and pictures follow.',
  empty: 'This presentation has no slides',
};
