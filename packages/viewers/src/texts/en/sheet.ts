import type { sheet as zh } from '../zh/sheet.ts';

export const sheet: typeof zh = {
  sheets: 'Sheets',
  hidden: (name: string) => `${name} (hidden)`,
  close: 'Close',
  detail: 'Cell content',
  comment: 'Comment',
  link: 'Link',
  formula: 'Formula',
  headings: 'Headers and footers',
  boxes: 'Text boxes',
  picture: 'Picture',
  empty: 'This sheet has no content',
};
