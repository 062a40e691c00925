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
  pushWaiting: 'The connection is unstable. Notifications turn on by themselves once it is back.',
  newVersion: 'A new version is ready: reload to use it',
  reload: 'Reload',
  later: 'Later',
  storageLifetimes: {
    window:
      'The browser limits storage in this window. If it is a private window, the documents, drafts and unsent items on this device are deleted when you close it.',
    page: 'The browser does not let this page store data. Documents, drafts and unsent items on this device are lost when you close or reload the page. Use an ordinary window, or allow this site to store data in the browser settings.',
  },
  understood: 'OK',
};
