import type { Texts } from '../texts.ts';

export const permissions: Texts['permissions'] = {
  first: {
    title: 'Allow access to files',
    text: 'Access is needed to open, save and preview the files on this phone.',
    decline: 'Not now',
  },
  refused: {
    title: 'Not allowed yet',
    text: 'You did not allow access to files. Documents cannot be opened or previewed properly.',
    decline: 'No thanks',
  },
  authorise: 'Go and authorise',
};
