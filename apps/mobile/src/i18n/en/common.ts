import type { Texts } from '../texts.ts';

export const common: Texts['common'] = {
  // The app's title is Chinese in every language (specification, section 1).
  appName: '密件通',
  testEnvironment: 'Test',
  ok: 'OK',
  cancel: 'Cancel',
  close: 'Close',
  back: 'Back',
  more: 'More',
  retry: 'Retry',
  undo: 'Undo',
  clear: 'Clear',
  loading: 'Loading',
  refreshing: 'Refreshing',
  pullToRefresh: 'Pull to refresh',
  releaseToRefresh: 'Release to refresh',
  loadFailed: 'Couldn’t load',
  moreFailed: 'Couldn’t load more',
  offline: 'You are offline. Showing saved content.',
  pressAgainToExit: 'Press once more to exit',
  yesterday: 'Yesterday',
  unreadCount: (count) => `${count} unread`,
  crashTitle: 'Something went wrong on this screen',
  crashText:
    'What you typed may not be saved. If this happens again after you reopen, contact your administrator.',
  reopen: 'Reopen',
};
