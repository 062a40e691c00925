import type { Texts } from '../texts.ts';

export const permissions: Texts['permissions'] = {
  first: {
    title: 'Allow access to files',
    text: 'Sealflow needs file access to open, save and preview files on this phone.',
    decline: 'Not now',
  },
  refused: {
    title: 'Not allowed yet',
    text: 'You didn’t allow file access. Documents can’t be opened or previewed properly.',
    decline: 'No thanks',
  },
  authorise: 'Go and authorise',
};
