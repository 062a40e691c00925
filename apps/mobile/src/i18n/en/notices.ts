import type { Texts } from '../texts.ts';

export const notices: Texts['notices'] = {
  pushTitles: {
    text: 'You have a new message',
    text_voice: 'You have a voice message',
    announcement: 'You have a new announcement',
    flow: 'Your application has moved on',
    task: 'You have a new task',
  },
  pushChannel: 'Messages',
  pushText: 'Open Sealflow to read it',
  offerPush: 'Turn on notifications to hear of messages and tasks at once',
  turnOn: 'Turn on',
  notNow: 'Not now',
  pushDenied: 'The browser blocks notifications: allow them in its settings for this site',
  pushFailed: 'Notifications cannot be turned on at the moment. Please try again later.',
  newVersion: 'A new version is ready: reload to use it',
  reload: 'Reload',
  later: 'Later',
};
