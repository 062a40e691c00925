import type { Texts } from '../texts.ts';

export const wide: Texts['wide'] = {
  listWidth: 'Width of the list',
  empty: {
    messages: {
      title: 'Choose a session',
      hint: 'Open one in the list on the left to read its messages here.',
    },
    documents: { title: 'Choose a document', hint: 'Open one in the list on the left to read it here.' },
    work: {
      title: 'Choose a task or an application',
      hint: 'Open one on the left to read and decide it here.',
    },
    mine: { title: 'Choose a setting', hint: 'Open one in the menu on the left to see it here.' },
  },
};
