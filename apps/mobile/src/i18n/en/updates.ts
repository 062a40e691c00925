import type { Texts } from '../texts.ts';

export const updates: Texts['updates'] = {
  check: 'Check for updates',
  checking: 'Checking',
  latest: 'Up to date',
  offered: (version) => `Version ${version} is available`,
  title: (version) => `Version ${version} is available`,
  lead: (local) => `You have version ${local}`,
  notes: 'What’s new',
  later: 'Later',
  download: 'Download now',
  openStore: 'Open app store',
  downloading: 'Downloading the update',
  downloaded: 'Downloaded. Follow the system’s prompts to install it',
  codeReady: 'A new version is ready',
  codeReadyText: 'Reopen the app to use it. What you typed is kept.',
  restart: 'Reopen',
  auto: 'Automatic updates',
  autoHint: 'Download new versions automatically and use them the next time you open the app',
};
