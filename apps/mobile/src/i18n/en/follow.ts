import type { Texts } from '../texts.ts';

export const follow: Texts['follow'] = {
  start: 'Follow this application',
  end: 'Stop following',
  started: 'Following. You are notified of each new state',
  ended: 'No longer following',
  none: 'No followed applications',
  noneHint: 'Follow an application at the top of its details to be notified of each new state.',
};
