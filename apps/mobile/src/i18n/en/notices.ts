import type { Texts } from '../texts.ts';

export const notices: Texts['notices'] = {
  pushTitles: {
    text: 'You have a new message',
    text_voice: 'You have a voice message',
    announcement: 'You have a new announcement',
    flow: 'There’s an update to your application',
    task: 'You have a new task',
  },
  pushChannel: 'Messages',
  pushActions: { approve: 'Approve…', reject: 'Reject…' },
  pushText: 'Open Sealflow to read it',
  foreignTaskTitle: 'This task can’t be opened',
  foreignTaskHint:
    'Your account does not belong to its organisation. Sign in with the account that received the notification.',
  otherTenantTask: (name) => `This task belongs to “${name}”. Switch to that organisation to handle it.`,
  offerPush: 'Turn on notifications to get messages and tasks right away',
  turnOn: 'Turn on',
  notNow: 'Not now',
  pushDenied: 'Notifications are blocked. Allow them in the browser’s site settings',
  pushFailed: 'Can’t turn on notifications right now. Try again later.',
  pushWaiting: 'Your connection is unstable. Notifications turn on automatically when it’s back.',
  newVersion: 'A new version is ready. Reload to use it',
  reload: 'Reload',
  later: 'Later',
  storageLifetimes: {
    window:
      'The browser limits storage in this window. If this is a private window, documents, drafts and unsent items on this device are deleted when you close it.',
    page: 'The browser doesn’t allow this page to store data. Documents, drafts and unsent items on this device are lost when you close or reload the page. Use a regular window, or allow this site to store data in the browser settings.',
  },
  understood: 'OK',
};
